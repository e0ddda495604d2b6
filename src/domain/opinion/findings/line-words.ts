import { wordsOf } from '../text/words.js';
import { readAbsence } from '../verdict/absence.js';
import { statesVerdict } from '../verdict/statements.js';
import { type Draft, type FieldName, fieldOf } from './draft.js';
import { type Item, readItem } from './item.js';
import { mainPlace, placesIn } from './place.js';
import { knownDegree, tagOf } from './severity.js';

/** Everyday words that grade a list item or a tag, but not a free line ("Note: I ran the tests"). */
const everyday = /^(?:note|info|informational|error|warning|suggestion|optional)(?: |$)/i;
/** Those that open an aside also where they are set in stress ("**Note:** I ran the tests"). */
const asideWords = /^(?:note|info|informational|optional)(?: |$)/i;

export function setField(draft: Draft, name: FieldName, value: string, whole: string): void {
  if (name === 'severity') setDegree(draft, value);
  else if (name === 'place' || name === 'line') draft.place = { ...draft.place, ...placeOfField(value) };
  else if (name === 'suggestion' || name === 'category' || name === 'quote') draft[name] = value;
  else setText(draft, name, value, whole);
}

function setDegree(draft: Draft, value: string): void {
  const tag = tagOf(value) ?? tagOf(`${value}:`);
  draft.degree = tag?.degree ?? knownDegree(value) ?? { severity: 'important', stated: value };
  if (tag !== undefined) addRest(draft, tag.rest.replace(/:$/, ''));
}

function setText(draft: Draft, name: 'message' | 'title' | 'detail', value: string, whole: string): void {
  if (name === 'title' && draft.title !== '') draft.details.unshift(value);
  else if (draft.title === '' && name !== 'detail') draft.title = value;
  else draft.details.push(name === 'detail' ? whole : value);
}

/** "**Severity:** high - `a.ts:3`": what follows the degree. */
function addRest(draft: Draft, rest: string): void {
  const { place, placedFirst, text } = readItem(rest);
  if (placedFirst) draft.place = { ...place, ...draft.place };
  if (/[\p{L}\p{N}]/u.test(text)) draft.details.push(text);
}

function placeOfField(value: string): Draft['place'] {
  const place = mainPlace(placesIn(value));
  if (place.file !== undefined || place.line !== undefined) return place;
  const range = /^\W*(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?\W*$/.exec(value);
  if (range?.[1] === undefined) return /\s/.test(value) ? {} : { file: value.replace(/^`|`$/g, '') };
  return mainPlace(placesIn(`lines ${range[1]}${range[2] === undefined ? '' : `-${range[2]}`}`));
}

export function startsFinding(name: FieldName, value: string): boolean {
  return (
    (name === 'severity' && knownDegree(value.replace(/^[^\p{L}\p{N}]+/u, '')) !== undefined) ||
    (name === 'place' && placesIn(value).length > 0)
  );
}

/**
 * A labelled field, unless the line is a whole finding. `current`: the finding that it could belong to; `sibling`: the line is an
 * item of the same list, whose items start with their degrees.
 */
export function labelled(
  text: string,
  current: Draft | undefined,
  sibling = false,
): { field: FieldName; value: string } | undefined {
  const match = /^([^:：]{1,32})[:：]\s*(.*)$/su.exec(text) ?? /^([\p{L} ]{1,24}?)\s+[-–—]\s+(.*)$/su.exec(text);
  const field = match?.[1] === undefined ? undefined : fieldOf(match[1]);
  const value = (match?.[2] ?? '').trim();
  const item = readItem(text);
  if (field === undefined || isWholeFinding(field, value, item, current) || (sibling && item.gradedFirst))
    return undefined;
  return { field, value };
}

/** "Severity: high - `a.ts:3` - the lock leaks" is a whole finding, not a field of one. */
function isWholeFinding(field: FieldName, value: string, item: Item, current: Draft | undefined): boolean {
  const says = wordsOf(item.text).length > 1;
  if (field === 'severity') return item.gradedFirst && isFull(current) && (says || item.place.file !== undefined);
  if (field === 'suggestion') return readItem(value).placedFirst && /^\S+\s*[:—–-]\s/u.test(value);
  return field === 'place' && item.placedFirst && wordsOf(item.text).length > 2;
}

/** Nothing is open that still waits for its degree. */
function isFull(current: Draft | undefined): boolean {
  return current === undefined || current.degree !== undefined || current.filled.has('severity');
}

const number = /^[\s*_]*#?\d{1,3}[.):]\s+/;
/** "Finding 2:", "Issue #3 (high) —". */
const labelledNumber =
  /^[\s*_]*(?:issue|finding|problem|bug|comment|suggestion|befund|问题|問題|指摘|문제)\s*#?\d{1,3}\s*(\([^()]{1,24}\)|\[[^[\]]{1,24}\])?[*_]*\s*(?:[:：.)—–-][*_]*\s*|$)/iu;
/** "C1.", "[SEC-2]", "F3 -"; not "L12:", which is a line, nor "P1" and "[H1]", which are degrees. */
const code =
  /^[\s*_]*(?!L\d|\[?(?:P|S|SEV-?)\d|\[[CHML]-?\d)(?:\[[A-Z]{1,4}-?\d{1,3}\]|[A-Z]{1,4}-?\d{1,3}(?=[*_]{0,2}(?:[.):]|\s+[—–-])))[*_]{0,2}[.):\s—–-]{1,4}(?=\S)/;

/** A title without the number or code that it starts with. */
export function unnumbered(text: string): string {
  for (const pattern of [number, code]) if (pattern.test(text)) return text.replace(pattern, '');
  return text.replace(labelledNumber, (_whole, degree: string | undefined) =>
    degree === undefined ? '' : `${degree} `,
  );
}

/** "**Finding 1 (P1)**: …" says itself that it is one. */
export function isLabelledNumber(text: string): boolean {
  return labelledNumber.test(text);
}

/** Reads a line; a code in front of its degree or place is the finding's own number. */
export function readCoded(raw: string): Item {
  if (isLabelledNumber(raw)) return readItem(unnumbered(raw));
  const item = readItem(raw);
  if (item.gradedFirst || item.placedFirst || !code.test(raw)) return item;
  const rest = readItem(raw.replace(code, ''));
  return rest.gradedFirst || rest.placedFirst ? rest : item;
}

export function saysNothing(text: string): boolean {
  return (
    readAbsence(text) !== undefined ||
    /^(?:none|n\/a|nothing|keine|aucune?|ninguno|nessuno|nenhum|нет|无|なし|없음)(?:\s+(?:found|identified|at this time|noted|to report))?[.!]?$/iu.test(
      text.trim(),
    )
  );
}

/** "Error: …" on a free line may be a log line, "Note: …" an aside; a bracket or a list item grades. */
export function isEveryday(text: string, item: Item): boolean {
  const stated = item.degree?.stated ?? '';
  if (item.place.line !== undefined || /^\W*(?:[[(]|(?:severity|priority)\b)/i.test(text)) return false;
  return (item.gradeStands ? asideWords : everyday).test(stated) && !item.placedFirst;
}

/** The line says a verdict, that there is nothing, or marks something as good, and so raises no finding. */
export function raisesNothing(text: string): boolean {
  return /^[✅✔☑👍🎉]/u.test(text) || saysNothing(text) || statesVerdict(text);
}

export function isPlaced(item: Item): boolean {
  return item.placedFirst && item.place.line !== undefined;
}
