import type { CriterionAnswer } from '../../model/opinion.js';
import type { ReadFinding, Remark } from '../reading.js';
import type { Verified } from '../../model/opinion.js';
import { findTerms } from '../verdict/find-terms.js';
import { isTemplate, type Judgement, judgeValue, noJudgement } from '../verdict/judge.js';
import type { Stance } from '../verdict/terms.js';
import { checklistOf } from './checklist.js';
import { verifiedIn } from './verified.js';
import {
  answerKeys,
  booleanKeys,
  checklistKeys,
  confidenceKeys,
  findingKeys,
  groundKeys,
  keyOf,
  numberField,
  objectionKeys,
  objectionReasonKeys,
  summaryKeys,
  textField,
  verifiedKeys,
  verdictKeys,
  wrapperKeys,
} from './fields.js';
import { findingsOf, leftOver, type Lines } from './finding.js';
import { type Document, isArray, isObject, type JsonObject, type JsonValue } from './scan.js';

/** What one JSON document says, before it is weighed against the rest of the answer. */
export interface StructuredAnswer extends Lines {
  readonly judgement: Judgement;
  readonly findings: readonly ReadFinding[];
  readonly checklist: Readonly<Record<string, CriterionAnswer>>;
  readonly answers: readonly string[];
  readonly verified: readonly Verified[];
  readonly confidence?: number;
  readonly ground?: string;
  readonly nonce?: string;
  readonly summary?: string;
  /** Texts of the object that may speak of the verdict too. */
  readonly texts: readonly string[];
  readonly remarks: readonly Remark[];
  /** Text of an envelope that holds the real answer. */
  readonly envelope?: string;
  readonly repaired: boolean;
}

const deepest = 6;

/** Reads a document as one answer or several; empty when it is only data. */
export function answersOf(document: Document): readonly StructuredAnswer[] {
  const { value } = document;
  if (isObject(value)) {
    const answer = readObject(value, document);
    return speaks(answer) ? [answer] : loneFinding(value, document);
  }
  if (!isArray(value)) return [];
  const objects = value.filter(isObject);
  const asAnswers = objects
    .map((object) => readObject(object, document))
    .filter(({ judgement }) => judgement.kind !== 'none');
  if (asAnswers.length > 0) return asAnswers;
  const findings = objects.some((object) => looksLikeFinding(object)) ? findingsOf(value, undefined, document) : [];
  const { from, to } = document;
  return findings.length === 0
    ? []
    : [{ ...emptyAnswer(document), findings, remarks: leftOver(value, undefined, { from, to }) }];
}

/** One finding a line, without a list around them. */
function loneFinding(object: JsonObject, document: Document): readonly StructuredAnswer[] {
  const keys = new Set(Object.keys(object).map(keyOf));
  const has = (...names: readonly string[]): boolean => names.some((name) => keys.has(name));
  if (!has('file', 'path', 'location') || !has('message', 'description', 'title', 'issue', 'comment', 'problem'))
    return [];
  if (!has('severity', 'priority', 'line', 'start_line')) return [];
  const { from, to } = document;
  return [
    {
      ...emptyAnswer(document),
      findings: findingsOf([object], undefined, { from, to }),
      remarks: leftOver([object], undefined, { from, to }),
    },
  ];
}

function looksLikeFinding(object: JsonObject): boolean {
  const keys = new Set(Object.keys(object).map(keyOf));
  return (
    ['severity', 'file', 'path', 'line', 'title', 'message', 'description', 'issue', 'priority'].filter((key) =>
      keys.has(key),
    ).length >= 2
  );
}

function speaks(answer: StructuredAnswer): boolean {
  return (
    answer.judgement.kind !== 'none' ||
    answer.findings.length > 0 ||
    answer.nonce !== undefined ||
    answer.envelope !== undefined ||
    Object.keys(answer.checklist).length > 0
  );
}

function emptyAnswer(document: Document): StructuredAnswer {
  const { from, to, repaired } = document;
  return {
    from,
    to,
    judgement: noJudgement,
    findings: [],
    checklist: {},
    answers: [],
    verified: [],
    texts: [],
    remarks: [],
    repaired,
  };
}

function readObject(object: JsonObject, document: Document): StructuredAnswer {
  const levels = levelsOf(object, 0);
  const judgement = firstJudgement(levels);
  const listed = levels.flatMap((level) => listsOf(level, document));
  const reason =
    objects(judgement) && listed.length === 0
      ? levels.map((level) => textField(level, objectionReasonKeys)).find((text) => text !== undefined)
      : undefined;
  const summary = levels.map((level) => textField(level, summaryKeys)).find((text) => text !== undefined);
  const confidence = confidenceOf(levels, document.source);
  const ground = levels.map((level) => textField(level, groundKeys)).find((text) => text !== undefined);
  const nonce =
    textField(object, ['nonce', 'countersign_nonce']) ??
    levels.map((level) => textField(level, ['nonce'])).find((text) => text !== undefined);
  const envelope =
    judgement.kind === 'none' && listed.length === 0
      ? textField(object, ['result', 'response', 'text', 'content', 'output', 'answer', 'review', 'review_markdown'])
      : undefined;
  return {
    ...emptyAnswer(document),
    judgement,
    findings: reason === undefined ? listed : [fromReason(reason, document)],
    checklist: Object.assign({}, ...levels.map((level) => checklistOf(valueOf(level, checklistKeys)))) as Record<
      string,
      CriterionAnswer
    >,
    answers: levels.flatMap((level) => answersIn(valueOf(level, answerKeys))),
    verified: levels.flatMap(verifiedIn),
    ...(confidence === undefined ? {} : { confidence }),
    ...(ground === undefined ? {} : { ground }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(summary === undefined ? {} : { summary }),
    texts: levels.flatMap((level) => summaryKeys.flatMap((key) => textField(level, [key]) ?? [])),
    remarks: levels.flatMap((level) => [...unread(level, document), ...leftOverIn(level, document)]),
    ...(envelope === undefined ? {} : { envelope }),
  };
}

function fromReason(message: string, { from, to }: Lines): ReadFinding {
  return { severity: 'important', message, from, to };
}

function objects(judgement: Judgement): boolean {
  return judgement.kind === 'stance' && judgement.stance !== 'approve';
}

/** The object and the wrappers inside of it, outermost first. */
function levelsOf(object: JsonObject, depth: number): readonly JsonObject[] {
  const inner = Object.entries(object).flatMap(([key, value]) =>
    wrapperKeys.has(keyOf(key)) && isObject(value) ? [value] : [],
  );
  return depth >= deepest ? [object] : [object, ...inner.flatMap((value) => levelsOf(value, depth + 1))];
}

function firstJudgement(levels: readonly JsonObject[]): Judgement {
  const all = levels
    .flatMap((level) => Object.entries(level).map(([key, value]) => judgeField(keyOf(key), value)))
    .filter(({ kind }) => kind !== 'none');
  const stances = new Set(all.flatMap((judgement) => (judgement.kind === 'stance' ? [judgement.stance] : [])));
  const other = all.find(({ kind }) => kind !== 'stance');
  if (other !== undefined) return other;
  if (stances.has('approve') && stances.size > 1)
    return {
      kind: 'contradiction',
      words: all.map((judgement) => ('words' in judgement ? judgement.words : '')).join(', '),
    };
  return all.find((judgement) => judgement.kind === 'stance' && judgement.stance === 'reject') ?? all[0] ?? noJudgement;
}

function judgeField(key: string, value: JsonValue): Judgement {
  if (typeof value === 'boolean') return judgeTruth(key, value);
  if (typeof value !== 'string' || value.length > 200 || value.trim().includes('\n')) return noJudgement;
  if (!verdictKeys.has(key) && !booleanKeys.has(key)) return noJudgement;
  if (isTemplate(value)) return { kind: 'template', words: value };
  if (booleanKeys.has(key)) return judgeValue(value, 'question');
  // "success" of a call and the state of a pull request are no verdicts.
  if (/^(?:success|successful|ok|completed?|done|open|closed|merged|error)$/i.test(value.trim())) return noJudgement;
  const judgement = judgeValue(value, 'verdict');
  if (judgement.kind !== 'none' || !/^patch is /i.test(value)) return judgement;
  return findTerms(value).some(({ stance }) => stance === 'approve') ? stanceOf('approve', value) : noJudgement;
}

function judgeTruth(key: string, value: boolean): Judgement {
  const words = `${key}: ${String(value)}`;
  if (booleanKeys.has(key)) return stanceOf(value ? 'approve' : 'change', words);
  if (!objectionKeys.has(key) || !value) return noJudgement;
  return stanceOf(key.startsWith('reject') ? 'reject' : 'change', words);
}

function stanceOf(stance: Stance, words: string): Judgement {
  return { kind: 'stance', stance, words, absence: false };
}

function listsOf(level: JsonObject, lines: Lines): readonly ReadFinding[] {
  return Object.entries(level).flatMap(([key, value]) => {
    const name = keyOf(key);
    if (!findingKeys.has(name) || typeof value !== 'object' || value === null) return [];
    return findingsOf(value, findingKeys.get(name), { from: lines.from, to: lines.to });
  });
}

function leftOverIn(level: JsonObject, { from, to }: Lines): readonly Remark[] {
  return Object.entries(level).flatMap(([key, value]) => {
    const name = keyOf(key);
    return findingKeys.has(name) ? leftOver(value, findingKeys.get(name), { from, to }) : [];
  });
}

function valueOf(level: JsonObject, keys: ReadonlySet<string>): JsonValue | undefined {
  return Object.entries(level).find(([key]) => keys.has(keyOf(key)))?.[1];
}

function answersIn(value: JsonValue | undefined): readonly string[] {
  const items = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return items.flatMap((item) => {
    if (typeof item === 'string') return [item];
    return isObject(item) ? (textField(item, ['answer', 'response', 'text']) ?? JSON.stringify(item)) : [];
  });
}

/** A fraction is told from a whole number by its point: `1.0` is certain, `1` is one of a hundred (SPEC 4). */
function confidenceOf(levels: readonly JsonObject[], source: string): number | undefined {
  for (const level of levels) {
    const value = numberField(level, confidenceKeys);
    const text = textField(level, confidenceKeys);
    if (text !== undefined) return confidenceFrom(text);
    if (value === undefined) continue;
    const written = /["'](?:overall_)?confidence(?:_score)?["']\s*:\s*(1\.0+|0\.\d+|\d+(?:\.\d+)?)/i.exec(source)?.[1];
    return confidenceFrom(written !== undefined && Number(written) === value ? written : String(value));
  }
  return undefined;
}

/** Reads a confidence as it is written; undefined when it is none of the three forms of SPEC 4. */
export function confidenceFrom(written: string): number | undefined {
  const match = /^\s*~?\s*(\d{1,3}(?:\.\d+)?)\s*(%|\/\s*100\b)?/.exec(written);
  if (match?.[1] === undefined) return undefined;
  const value = Number(match[1]);
  if (match[2] === undefined && /^\s*~?\s*[\d.]+\s*\/\s*\d/.test(written)) return undefined;
  const percent = match[2] === undefined && match[1].includes('.') && value <= 1 ? value * 100 : value;
  return percent <= 100 ? Math.round(percent) : undefined;
}

const understood = new Set([
  ...confidenceKeys,
  ...objectionReasonKeys,
  ...summaryKeys,
  ...groundKeys,
  'nonce',
  'countersign_nonce',
]);

/** Fields that nothing took up: noted, never a reason to fail (FAULTS: extra fields). */
function unread(level: JsonObject, { from, to }: Lines): readonly Remark[] {
  return Object.entries(level).flatMap(([key, value]) => {
    const empty = value === null || value === '' || (isArray(value) && value.length === 0);
    if (empty || isTaken(keyOf(key), value)) return [];
    const text = `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    return [{ from, to, text, kind: 'field' as const }];
  });
}

function isTaken(name: string, value: JsonValue): boolean {
  if (confidenceKeys.includes(name))
    return typeof value === 'number' || (typeof value === 'string' && confidenceFrom(value) !== undefined);
  if (understood.has(name)) return typeof value !== 'object' || value === null;
  if (findingKeys.has(name) || checklistKeys.has(name) || answerKeys.has(name)) return true;
  if (verifiedKeys.includes(name)) return isArray(value) && verifiedIn({ [name]: value }).length === value.length;
  return (wrapperKeys.has(name) && isObject(value)) || judgeField(name, value).kind !== 'none';
}
