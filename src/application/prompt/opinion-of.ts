import { anchor } from '../../domain/anchoring/anchor.js';
import type { RaisedFinding } from '../../domain/model/finding.js';
import type { CriterionAnswer, Opinion, ShownEntry, Verified } from '../../domain/model/opinion.js';
import type { Seat, SeatFailure } from '../../domain/model/seat.js';
import type { Verdict } from '../../domain/model/verdict.js';
import type { Obstacle, OpinionReading, ReadFinding } from '../../domain/opinion/reading.js';
import type { EntryContent } from './change-content.js';

/** What came of one prompt: an answer as it was read, or why there is none. */
export type PartOutcome = { readonly reading: OpinionReading } | { readonly failure: SeatFailure };

export interface Answered {
  readonly seat: Seat;
  /** One for each prompt. */
  readonly outcomes: readonly PartOutcome[];
  readonly contents: readonly EntryContent[];
  readonly shown: readonly ShownEntry[];
  /** Whether the head holds a path. */
  readonly exists: (path: string) => boolean;
  readonly durationMs: number;
}

/**
 * One seat's opinion from its answers. Each prompt showed a part of the change, so the seat approves only when all of its answers do,
 * and any objection is one. Findings of an answer that decides nothing are kept (SPEC 2, rule 8).
 */
export function opinionOf(answered: Answered): Opinion {
  const { seat, outcomes, shown, durationMs } = answered;
  const readings = outcomes.flatMap((outcome) => ('reading' in outcome ? [outcome.reading] : []));
  const failure = outcomes.map(failureOf).find((each) => each !== undefined);
  const verdict = failure === undefined ? worst(readings) : 'inconclusive';
  const leading = readings.find((reading) => reading.verdict === verdict) ?? readings[0];
  const stated = leading?.statedVerdict;
  const ground = leading?.ground;
  const answers = answersOf(readings);
  const verified = verifiedBy(readings);
  return {
    seat,
    verdict,
    ...(stated !== undefined && plain(stated) !== verdict && { statedVerdict: stated }),
    confidence: verdict === 'inconclusive' ? 0 : Math.min(...readings.map(({ confidence }) => confidence ?? 0)),
    summary: summaryOf(readings, failure),
    checklist: checklistOf(readings),
    ...(answers.length > 0 && { answers }),
    ...(verified.length > 0 && { verified }),
    findings: readings.flatMap((reading) => reading.findings.map((finding) => raised(finding, answered))),
    shown: failure === undefined ? shown : [],
    durationMs: Math.round(durationMs),
    ...(failure !== undefined && { failure }),
    ...(verdict === 'rejected' && ground !== undefined && { ground }),
  };
}

/** Reasons for which an answer is one that a reviewer gave in earnest, and still decides nothing. */
const inEarnest: readonly Obstacle[] = ['conditional', 'not_covered'];

function failureOf(outcome: PartOutcome): SeatFailure | undefined {
  if ('failure' in outcome) return outcome.failure;
  const { verdict, obstacle, reason, confidence } = outcome.reading;
  if (verdict === 'approved' && confidence === undefined)
    return { kind: 'unreadable', detail: 'it approves and does not say how sure it is' };
  if (obstacle === undefined || inEarnest.includes(obstacle)) return undefined;
  if (obstacle === 'quota' || obstacle === 'not_logged_in') return { kind: obstacle, detail: reason };
  if (saysInconclusive(outcome.reading)) return undefined;
  return { kind: 'unreadable', detail: reason };
}

/** "inconclusive" is a verdict of the form, and no word of the grammar of verdicts. */
function saysInconclusive({ obstacle, remarks }: OpinionReading): boolean {
  return (
    obstacle === 'no_verdict' &&
    remarks.some(({ kind, text }) => kind === 'field' && /^verdict: inconclusive$/i.test(text))
  );
}

/** Whether a reader of free words may try what the grammar could not: the answer is whole, and only its form is strange. */
export function needsParser(reading: OpinionReading): boolean {
  const strange = reading.obstacle === 'no_verdict' || reading.obstacle === 'unread';
  return strange && !saysInconclusive(reading);
}

const worstFirst: readonly Verdict[] = ['rejected', 'changes_requested', 'inconclusive', 'approved'];

function worst(readings: readonly OpinionReading[]): Verdict {
  return worstFirst.find((verdict) => readings.some((reading) => reading.verdict === verdict)) ?? 'inconclusive';
}

function summaryOf(readings: readonly OpinionReading[], failure: SeatFailure | undefined): string {
  const said = readings.map(({ summary, repaired }) =>
    repaired ? `${summary} (read after its JSON was repaired)` : summary,
  );
  const numbered = said.length > 1 ? said.map((text, index) => `Part ${index + 1}: ${text}`) : said;
  const why = failure === undefined ? [] : [`No opinion (${failure.kind}): ${failure.detail}`];
  return [...why, ...numbered.filter((text) => text !== '')].join('\n');
}

/** Each part was asked the same questions: what the parts answer to one stands together, and what none answers stays without. */
function answersOf(readings: readonly OpinionReading[]): readonly string[] {
  const parts = readings.map(({ answers }) => answers);
  const most = Math.max(0, ...parts.map((answers) => answers.length));
  return Array.from({ length: most }, (_, index) => parts.flatMap((answers) => answers[index] ?? []).join('\n'));
}

/** A finding is fixed when every part that speaks of it says so. */
function verifiedBy(readings: readonly OpinionReading[]): readonly Verified[] {
  const said = readings.flatMap((reading) => reading.verified);
  return [...new Set(said.map(({ finding }) => finding))].map((finding) => {
    const open = said.some((each) => each.finding === finding && each.outcome === 'still_open');
    return { finding, outcome: open ? 'still_open' : 'fixed' };
  });
}

/** A criterion is met when every part says so; one `false` is enough against it. */
function checklistOf(readings: readonly OpinionReading[]): Opinion['checklist'] {
  const names = new Set(readings.flatMap(({ checklist }) => Object.keys(checklist)));
  return Object.fromEntries([...names].map((name) => [name, criterion(name, readings)]));
}

function criterion(name: string, readings: readonly OpinionReading[]): CriterionAnswer {
  const answers = readings.map(({ checklist }) => checklist[name]);
  const against = answers.find((each) => each?.answer === false);
  if (against !== undefined) return against;
  const open = answers.find((each) => each?.answer !== true);
  if (answers.every((each) => each?.answer === true)) return { answer: true };
  return { answer: null, reason: open?.reason ?? 'a part of the change was answered without it' };
}

function raised(finding: ReadFinding, { contents, exists }: Answered): RaisedFinding {
  const { severity, statedSeverity, category, message, suggestion } = finding;
  const files = contents.flatMap((content) =>
    content.kind === 'text' ? [{ ...content, ...namesOf(content) }] : [namesOf(content)],
  );
  const { place, remark } = anchor(finding, files, exists);
  return {
    severity,
    ...(statedSeverity !== undefined && plain(statedSeverity) !== severity && { statedSeverity }),
    category: category ?? 'other',
    ...place,
    message,
    ...(remark !== undefined && { placeNote: remark }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

function namesOf({ file: { path, oldPath } }: EntryContent) {
  return { path, ...(oldPath !== undefined && { oldPath }) };
}

function plain(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}
