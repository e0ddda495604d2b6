import type { ReviewDocument } from '../../../application/queries/document.js';
import type { RuleResult } from '../../../domain/model/decision.js';
import { seatName } from '../../../domain/model/seat.js';
import { counted, hanging, padded, widthOf, wrapped } from '../text/layout.js';
import { answerSign, type Marks, marksFor, type Paint, paintFor, ruleSign, type Sign } from '../text/paint.js';
import { printable } from '../text/printable.js';
import type { Terminal } from '../text/terminal.js';
import { duration } from '../text/time.js';
import { findingLines } from './findings.js';
import { inventoryLines } from './inventory.js';
import { nextSteps } from './next-steps.js';
import { checklist, coverageCounts, findingCounts, shortId, verdictWords, whyLines } from './summary.js';

const whyAtMost = 4;

/** The report for people: verdict and why first, then the evidence, at the end what to do next. */
export function textReport(document: ReviewDocument, terminal: Terminal): string {
  const paint = paintFor(terminal);
  const marks = marksFor(terminal);
  const { columns } = terminal;
  const sections = [
    headline(document, columns, paint),
    facts(document, columns, paint),
    [...title(`Inventory: ${coverageCounts(document)}`, columns, paint), ...inventoryLines(document, columns, paint)],
    [...title(`Findings: ${findingCounts(document)}`, columns, paint), ...findingLines(document, columns, paint)],
    section('Reviewers', seatLines(document, columns), paint),
    section('Checklist', checklistLines(document, columns, marks, paint), paint),
    section('Rules', decisionLines(document, columns, marks, paint), paint),
    section('Next', stepLines(document, columns, paint), paint),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headline(document: ReviewDocument, columns: number, paint: Paint): string[] {
  const { decision } = document;
  const verdict = verdictWords(document);
  const brush = decision === null ? paint.strong : paint.outcome[decision.outcome];
  const confidence =
    decision === null || decision.person !== undefined ? '' : `  ${paint.faint(`confidence ${decision.confidence}`)}`;
  const why = whyLines(document);
  const shown = why.slice(0, whyAtMost);
  const more = why.length - shown.length;
  return [
    `${brush(printable(verdict))}${confidence}`,
    ...shown.flatMap((line) => (why.length === 1 ? wrapped(line, columns) : hanging('- ', line, columns))),
    ...(more > 0 ? [`- and ${more} more, see Rules`] : []),
  ];
}

function facts(document: ReviewDocument, columns: number, paint: Paint): string[] {
  const { review, change } = document;
  const added = change.files.reduce((sum, file) => sum + (file.added ?? 0), 0);
  const deleted = change.files.reduce((sum, file) => sum + (file.deleted ?? 0), 0);
  const origin = review.policy.source === 'base' ? 'from the base revision' : 'default, no policy file at the base';
  const took =
    review.startedAt === null || review.completedAt === null
      ? ''
      : `, ${duration(Date.parse(review.completedAt) - Date.parse(review.startedAt))}`;
  const who = review.reviewer === null ? review.creator : `${review.creator}, reviewed by ${review.reviewer}`;
  const rows: [string, string][] = [
    ['Change', `${change.title} (${shortId(change.base)}..${shortId(change.head)})`],
    ['', `${counted(change.files.length, 'file')}, +${added} -${deleted}`],
    ['Type', `${review.type}: ${review.typeReason}`],
    ['Creator', who],
    ['Policy', `${origin} (${shortId(review.policy.digest)}), protocol ${review.protocol}`],
    ['Review', `${review.id}, revision ${review.revision}${took}`],
    ...change.notes.map((note): [string, string] => ['Note', note]),
  ];
  return rows.flatMap(([label, text]) => {
    const [first = '', ...rest] = hanging(padded(label, 9), text, columns);
    return [`${paint.faint(label)}${first.slice(label.length)}`, ...rest];
  });
}

function title(text: string, columns: number, paint: Paint): string[] {
  return wrapped(text, columns).map(paint.strong);
}

function section(heading: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : [paint.strong(heading), ...lines];
}

/** Sentences are wrapped; a command is never, so that it can be copied. */
function stepLines(document: ReviewDocument, columns: number, paint: Paint): string[] {
  return nextSteps(document).flatMap(({ text, command }) => [
    ...hanging('  - ', text, columns),
    ...(command === undefined ? [] : [`      ${paint.strong(printable(command))}`]),
  ]);
}

function seatLines(document: ReviewDocument, columns: number): string[] {
  const names = document.opinions.map((opinion) => printable(seatName(opinion.seat)));
  const longest = Math.min(columns / 2 - 4, Math.max(0, ...names.map(widthOf)));
  return document.opinions.flatMap(({ verdict, confidence, failure, durationMs, summary }, index) => {
    const failed = failure === undefined ? '' : ` (${failure.kind.replaceAll('_', ' ')}: ${failure.detail})`;
    const text = `${verdict.replaceAll('_', ' ')} ${confidence}${failed}, ${duration(durationMs)}: ${summary}`;
    return hanging(`  ${padded(names[index] ?? '', longest)}  `, text, columns);
  });
}

function checklistLines(document: ReviewDocument, columns: number, marks: Marks, paint: Paint): string[] {
  return checklist(document).flatMap((criterion) => {
    const unchecked = criterion.answer === null ? ' not checked' : '';
    const reason = criterion.reasons.length === 0 ? '' : `: ${criterion.reasons.join('; ')}`;
    return signed(answerSign(criterion.answer, marks, paint), `${criterion.name}${unchecked}${reason}`, columns);
  });
}

/** Rules that had a part in the decision; those that do not apply are counted, and `explain` shows them. */
function decisionLines(document: ReviewDocument, columns: number, marks: Marks, paint: Paint): string[] {
  const rules = document.decision?.rules ?? [];
  const applicable = rules.filter((rule) => rule.result !== 'not_applicable');
  const others = rules.length - applicable.length;
  const counted =
    others === 0
      ? []
      : hanging(`  ${marks.none} `, `${others} more do not apply: countersign explain ${document.review.id}`, columns);
  return [...ruleLines(applicable, columns, marks, paint), ...counted];
}

/** Rules with their signs and reasons. */
export function ruleLines(rules: readonly RuleResult[], columns: number, marks: Marks, paint: Paint): string[] {
  return rules.flatMap((rule) => signed(ruleSign(rule.result, marks, paint), `${rule.id}: ${rule.reason}`, columns));
}

function signed({ mark, brush }: Sign, text: string, columns: number): string[] {
  const [first = '', ...rest] = hanging(`  ${mark} `, text, columns);
  return [`  ${brush(mark)}${first.slice(2 + mark.length)}`, ...rest];
}
