import type { CriterionAnswer } from '../model/opinion.js';
import { confidenceFrom, type StructuredAnswer } from './structured/answer.js';
import { truth } from './structured/checklist.js';
import { markOf, plain } from './text/inline.js';
import type { Line } from './text/layout.js';

/** What an answer says besides its verdict and findings. */
export interface Details {
  readonly nonces: readonly string[];
  readonly confidence?: number;
  readonly ground?: string;
  readonly summary: string;
  readonly checklist: Readonly<Record<string, CriterionAnswer>>;
  readonly answers: readonly string[];
}

/** Grounds that a rejection can name (SPEC 5.5). */
const grounds = ['fundamental_flaw', 'would_break_system', 'security_risk', 'better_to_start_over'];
const nonceLine = /^[\s*_`]*countersign-nonce[\s*_`]*:[\s*_`]*([\w.~+/=-]{1,200})[\s*_`]*$/i;
const confidenceLine =
  /^[^\p{L}]{0,8}(?:overall |my |review )?(?:confidence(?: score| level)?|konfidenz|confiance|confianza|confiança|confidenza|уверенность|置信度|信頼度|신뢰도)\s*(?:\([^()]{0,20}\))?\s*[:：=]\s*[*_`]*\s*(.{1,20})/iu;
const groundLine = /^[^\p{L}]{0,8}(?:rejection |reject )?grounds?\s*[:：=]\s*[*_`]*\s*([\w -]{3,40})/iu;

/** Reads them from the structured answers first, then from the lines of prose. */
export function readDetails(lines: readonly Line[], answers: readonly StructuredAnswer[]): Details {
  const own = lines.filter(({ kind }) => kind === 'text').map(({ raw }) => raw);
  const confidence =
    first(answers, ({ confidence: value }) => value) ??
    first(own, (line) => matched(confidenceLine, line, confidenceFrom));
  const ground =
    first(answers, ({ ground: value }) => value) ?? first(own, (line) => matched(groundLine, line, groundOf));
  const summary = first(answers, ({ summary: value }) => value) ?? summaryOf(own);
  return {
    nonces: own.flatMap((line) => nonceLine.exec(line)?.[1] ?? []),
    ...(confidence === undefined ? {} : { confidence }),
    ...(ground === undefined ? {} : { ground }),
    summary,
    checklist: {
      ...checklistIn(own),
      ...(Object.assign({}, ...answers.map(({ checklist }) => checklist)) as Details['checklist']),
    },
    answers: [...answers.flatMap(({ answers: given }) => given), ...answersIn(own)],
  };
}

function first<Item, Value>(items: readonly Item[], read: (item: Item) => Value | undefined): Value | undefined {
  for (const item of items) {
    const value = read(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

function matched<Value>(pattern: RegExp, line: string, read: (text: string) => Value | undefined): Value | undefined {
  const text = pattern.exec(line)?.[1];
  return text === undefined ? undefined : read(text);
}

function groundOf(text: string): string | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return grounds.find((ground) => name.startsWith(ground));
}

/** The paragraph under a heading "Summary", else the first sentence-like line. */
function summaryOf(lines: readonly string[]): string {
  const heading = lines.findIndex((line) =>
    /^\W*(?:summary|zusammenfassung|résumé|resumen|riepilogo|resumo|итог|摘要|总结|まとめ|概要|요약)\W*$/iu.test(line),
  );
  const labelled = first(lines, (line) => /^\W*summary\W*[:：]\W*(.+)$/iu.exec(line)?.[1]);
  const line =
    labelled ??
    lines[
      heading < 0 ? lines.findIndex((each) => markOf(each).heading === undefined && !nonceLine.test(each)) : heading + 1
    ] ??
    '';
  return plain(line);
}

const checkLine = /^\s*(?:[-*]\s+)?\[([ xX✓✔])\]\s+(.+)$/u;
const judgedLine =
  /^\s*(?:[-*]\s+)?([\w][\w ]{1,60})\s*[:：]\s*\**(true|false|yes|no|pass|passed|fail|failed|met|not met|✅|❌)\**(?:\s*(?:[-—–(,]\s*)(.{1,300}?)\)?)?\s*$/iu;

/** Criteria under a heading "Checklist" or "Criteria"; an open box was not checked. */
function checklistIn(lines: readonly string[]): Record<string, CriterionAnswer> {
  const found: [string, CriterionAnswer][] = [];
  let inside = false;
  for (const line of lines) {
    const mark = markOf(line);
    const heading = mark.heading !== undefined || /^[\p{L} ]{3,30}:$/u.test(line.trim());
    if (heading) inside = /\b(?:checklist|criteria|quality checks|acceptance)\b/i.test(line);
    else if (inside) found.push(...criterionIn(line));
  }
  return Object.fromEntries(found);
}

function criterionIn(line: string): readonly [string, CriterionAnswer][] {
  const box = checkLine.exec(line);
  if (box?.[2] !== undefined)
    return [[plain(box[2]), box[1] === ' ' ? { answer: null, reason: 'the box is open' } : { answer: true }]];
  const judged = judgedLine.exec(plain(line));
  if (judged?.[1] === undefined || judged[2] === undefined) return [];
  const answer = truth(judged[2]);
  return [
    [judged[1].trim(), answer === true ? { answer } : { answer, reason: judged[3] ?? 'the reviewer gave no reason' }],
  ];
}

function answersIn(lines: readonly string[]): readonly string[] {
  const found: string[] = [];
  let inside = false;
  for (const line of lines) {
    const mark = markOf(line);
    if (mark.heading !== undefined || /^[\p{L} ]{3,40}:$/u.test(line.trim()))
      inside = /\b(?:answers?|questions?)\b/i.test(line);
    else if (inside && mark.bullet !== undefined) found.push(plain(mark.rest));
  }
  return found;
}
