import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  YAMLSeq,
  type Document,
  type Node,
} from 'yaml';
import type { Problem } from '../../domain/model/refusal.js';
import { kebabCase } from '../../domain/policy/lookup.js';
import { doubledAt, keepOnly, mayBeGivenTwice, timesGiven } from './doubled-keys.js';

/** Bytes of text; a policy of a thousand criteria has a tenth of it. */
export const largestPolicy = 512 * 1024;
const maxAliases = 100;
const maxNesting = 64;

export interface Place {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** A policy text that is YAML, with the places of its keys and values. */
export interface YamlSource {
  /** Plain data; undefined for a text without content. */
  readonly data: unknown;
  /** Mistakes of the notation that leave the rest readable: keys given twice, of which `data` has the last. */
  readonly twice: readonly Problem[];
  /** The same text with an earlier one of the keys given twice in its place, so that what stands there is judged too. */
  readonly earlier: readonly YamlSource[];
  /** Mistakes of the notation by which whole sections are lost; the others are read. */
  readonly broken: readonly Problem[];
  /** Top keys of the sections that are not read. */
  readonly lost: readonly string[];
  /** Top keys of the sections in which a key is given twice: nothing is said of others that rest on them. */
  readonly unsure: readonly string[];
  /** Where the value at the path stands, its key with `at: 'key'`; of the nearest thing around it where it is absent. */
  placeOf(path: readonly PropertyKey[], at: 'key' | 'value', offset?: number): Place;
  has(path: readonly PropertyKey[]): boolean;
}

/**
 * Reads YAML 1.2 and nothing that a later step could trip over; mistakes of the notation come back as problems. Where they stand
 * in some of the sections (a top key and what is below it), the others are read, so that all mistakes come at once.
 */
export function readYaml(text: string, file: string): YamlSource | readonly Problem[] {
  const whole = readWhole(text, file);
  if ('placeOf' in whole) return whole;
  if (!whole.notation) return whole.problems;
  const sections = sectionsOf(text);
  if (sections.length < 2) return whole.problems;
  const read = sections.map(({ key, alone, rest }) => ({ key, rest, found: readWhole(alone, file) }));
  // A section that uses an anchor of another is lost without a mistake of its own.
  const broken = read.flatMap(({ found }) => ('placeOf' in found || !found.notation ? [] : found.problems));
  if (broken.length === 0) return whole.problems;
  const sound = readWhole(read.map(({ found, rest }) => ('placeOf' in found ? rest.text : rest.blank)).join(''), file);
  // What is wrong only between sections, such as an alias to a lost one, leaves nothing that could be judged.
  if (!('placeOf' in sound)) return broken;
  const lost = read.flatMap(({ key, found }) => ('placeOf' in found ? [] : [key]));
  return { ...sound, broken, lost };
}

interface Section {
  readonly key: string;
  /** The section in its place, every other line empty. */
  readonly alone: string;
  readonly rest: { readonly text: string; readonly blank: string };
}

/** Where a line begins with a word and a colon, a section begins; what stands before the first belongs to it. */
function sectionsOf(text: string): readonly Section[] {
  const starts = [...text.matchAll(/^["']?([A-Za-z_][\w-]*)["']?[ \t]*:(?=\s|$)/gmu)];
  return starts.map(({ 1: key = '', index }, number) => {
    const from = number === 0 ? 0 : index;
    const part = text.slice(from, starts[number + 1]?.index);
    const alone = blank(text.slice(0, from)) + part;
    return { key, alone, rest: { text: part, blank: blank(part) } };
  });
}

function blank(text: string): string {
  return text.replace(/[^\n]/gu, '');
}

/** A text that cannot be read; `notation`: it is not YAML, rather than more of it than is unfolded. */
interface Unread {
  readonly notation: boolean;
  readonly problems: readonly Problem[];
}

/** `occurrence` (from 0): which one of a key given more than once is read; the last where none is said. */
function readWhole(text: string, file: string, occurrence?: number): YamlSource | Unread {
  const lines = new LineCounter();
  const tooDeep = deeperThan(maxNesting, text);
  if (tooDeep !== undefined) {
    const { line, column } = placeIn(text, tooDeep);
    const message = 'is nested too deep';
    const expected = `at most ${maxNesting} levels in a line`;
    return { notation: false, problems: [{ file, line, column, message, expected }] };
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: 'core',
    prettyErrors: false,
    uniqueKeys: (a, b) => isScalar(a) && isScalar(b) && a.value === b.value && !mayBeGivenTwice(a.value),
  });
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const faults = [...document.errors, ...document.warnings];
  const notation = faults.map((fault) => ({ file, ...at(fault.pos[0]), ...wordingOf(fault.code, fault.message) }));
  if (faults.some(({ code }) => code !== 'DUPLICATE_KEY')) return { notation: true, problems: notation };
  const strange = strangeKeys(document);
  if (strange.length > 0) {
    const named = strange.map(({ offset, ...problem }) => ({ file, ...at(offset), ...problem }));
    return { notation: true, problems: [...notation, ...named] };
  }
  joinRationales(document.contents);
  const unsure = notation.length === 0 ? [] : doubledAt(document);
  const times = notation.length === 0 || occurrence !== undefined ? 1 : timesGiven(document);
  if (occurrence !== undefined) keepOnly(document, occurrence);
  const found = locator(document);
  const data = plainData(document);
  if (data instanceof Error) {
    const expected = `at most ${maxAliases} uses of anchors and little nesting`;
    return { notation: false, problems: [{ file, line: 1, column: 1, message: data.message, expected }] };
  }
  return {
    data,
    twice: notation,
    earlier: Array.from({ length: times - 1 }, (_, index) => readWhole(text, file, index)).filter(isSource),
    broken: [],
    lost: [],
    unsure,
    has: (path) => found(path, 'value').exact,
    placeOf: (path, where, offset = 0) => at(found(path, where).offset + offset),
  };
}

function isSource(read: YamlSource | Unread): read is YamlSource {
  return 'placeOf' in read;
}

function plainData(document: Document.Parsed): unknown {
  try {
    return document.contents === null ? undefined : document.toJS({ maxAliasCount: maxAliases });
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError)
      return new Error(`cannot be unfolded: ${error.message}`);
    throw error;
  }
}

/**
 * Offset at which brackets, or `-`, `?` and `:` on one line, are nested deeper than this; undefined when nowhere. The
 * parser is recursive and slow on such text, the lexer is neither.
 */
function deeperThan(limit: number, text: string): number | undefined {
  let offset = 0;
  let brackets = 0;
  let indicators = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets = Math.max(0, brackets - 1);
    else if (token === '-' || token === '?' || token === ':') indicators += 1;
    else if (token.includes('\n')) indicators = 0;
    if (brackets > limit || (brackets === 0 && indicators > limit)) return offset;
    if (!marks.has(token)) offset += token.length;
  }
  return undefined;
}

/** Tokens of the lexer that stand for no text: start of document, of a scalar, and end of a flow or of the stream. */
const marks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

function placeIn(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Keys that are no plain words: no rule has such a name, and an object would swallow some of them. */
function strangeKeys(document: Document.Parsed): (Pick<Problem, 'message' | 'expected'> & { offset: number })[] {
  const found: (Pick<Problem, 'message' | 'expected'> & { offset: number })[] = [];
  visit(document, {
    Pair: (_place, pair) => {
      if (isScalar(pair.key) && pair.key.value !== '__proto__') return;
      found.push({ offset: offsetOf(pair.key) ?? 0, message: 'is no name that can stand here', expected: 'a word' });
    },
  });
  return found;
}

function wordingOf(code: string, message: string): Pick<Problem, 'message' | 'expected'> {
  switch (code) {
    case 'DUPLICATE_KEY':
      return { message: 'this key is given twice', expected: 'each key once' };
    case 'TAB_AS_INDENT':
      return { message: 'a tab indents this line', expected: 'spaces' };
    case 'MULTIPLE_DOCS':
      return { message: 'a second document starts here', expected: 'one document' };
    default:
      return { message: `is not YAML: ${message}` };
  }
}

/** PRS section 10 gives `rationale` twice in one map, once for each reviewer: both are kept, as a list. */
function joinRationales(contents: unknown): void {
  const matrix = isMap(contents) ? contents.get('reviewer_matrix', true) : undefined;
  for (const line of isMap(matrix) ? matrix.items.map((pair) => pair.value) : []) {
    if (!isMap(line)) continue;
    const pairs = line.items.filter((pair) => isScalar(pair.key) && pair.key.value === 'rationale');
    const [first, ...others] = pairs;
    if (first === undefined || others.length === 0) continue;
    const joined = new YAMLSeq();
    joined.items = pairs.flatMap((pair) => (isSeq(pair.value) ? pair.value.items : [pair.value]));
    if (isScalar(first.value)) joined.range = first.value.range ?? null;
    first.value = joined;
    line.items = line.items.filter((pair) => !others.includes(pair));
  }
}

interface Found {
  readonly exact: boolean;
  readonly offset: number;
}

function locator(document: Document.Parsed) {
  return (path: readonly PropertyKey[], where: 'key' | 'value'): Found => {
    let node: unknown = document.contents;
    let key: unknown;
    let exact = true;
    for (const step of path) {
      const next = child(resolved(node, document), step);
      if (next === undefined) {
        exact = false;
        break;
      }
      node = next.value;
      key = next.key;
    }
    const value = offsetOf(node);
    const ofKey = offsetOf(key);
    const preferKey = where === 'key' || !exact || value === undefined;
    return { exact, offset: (preferKey ? (ofKey ?? value) : value) ?? 0 };
  };
}

function child(node: unknown, step: PropertyKey): { key: unknown; value: unknown } | undefined {
  if (isSeq(node) && typeof step === 'number') {
    const value = node.items[step];
    return value === undefined ? undefined : { key: undefined, value };
  }
  if (isSeq(node)) return named(node, String(step));
  if (!isMap(node)) return undefined;
  const keyed = (wanted: (name: string) => boolean) =>
    // Of a key given twice the last counts.
    node.items.findLast((item) => isScalar(item.key) && wanted(String(item.key.value)));
  const name = String(step);
  const pair = keyed((each) => each === name) ?? keyed((each) => kebabCase(each) === name);
  return pair === undefined ? undefined : { key: pair.key, value: pair.value };
}

/** The entry of a list that has this name: `- name`, or `- name: …`. */
function named(list: YAMLSeq, name: string): { key: unknown; value: unknown } | undefined {
  for (const item of list.items) {
    if (isScalar(item) && item.value === name) return { key: item, value: item };
    const pair = isMap(item) ? child(item, name) : undefined;
    if (pair !== undefined) return pair;
  }
  return undefined;
}

function resolved(node: unknown, document: Document.Parsed): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function offsetOf(node: unknown): number | undefined {
  return isNodeWithRange(node) ? node.range?.[0] : undefined;
}

function isNodeWithRange(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && 'range' in node;
}
