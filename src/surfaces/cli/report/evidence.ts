import type { OpinionDocument, ReviewDocument } from '../../../application/queries/document.js';
import type { RuleResult } from '../../../domain/model/decision.js';
import { seatName } from '../../../domain/model/seat.js';
import { hanging, padded, widthOf } from '../text/layout.js';
import { answerSign, type Marks, type Paint, ruleSign, type Sign } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { duration } from '../text/time.js';
import { fixLines, takeCommand } from './fix.js';
import { mendingLines } from './mending.js';
import { autoDecisionWords, confidenceWords, countCells, stageWords, strategyWords, votesWords } from './panel.js';
import { checklist, remarks } from './summary.js';

/** How much of the evidence a report shows: all of it, or only what is out of the ordinary. */
export type Detail = 'brief' | 'full';

/** How a report is printed. */
export interface Look {
  readonly columns: number;
  readonly marks: Marks;
  readonly paint: Paint;
  readonly detail: Detail;
}

/** One block of a report. */
export interface Block {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** One line for each seat. Embedded seats share one run, so its time is given once. */
export function seats(document: ReviewDocument, columns: number): Block {
  const { opinions } = document;
  const names = opinions.map(({ seat }) => printable(seatName(seat)));
  const longest = Math.min(columns / 2 - 4, Math.max(0, ...names.map(widthOf)));
  const questions = document.request?.questions ?? [];
  const lines = opinions.flatMap((opinion, index) => [
    ...hanging(`  ${padded(names[index] ?? '', longest)}  `, seatWords(opinion), columns),
    ...answerLines(opinion, questions, columns),
  ]);
  const together = opinions.filter(({ seat }) => seat.driver === 'embedded');
  const took = Math.max(...together.map(({ durationMs }) => durationMs));
  const heading = together.length === 0 ? 'Reviewers' : `Reviewers: ${together.length} embedded in ${duration(took)}`;
  return { heading, lines };
}

/** Opinions on what the creator has revised since, one line each. */
export function earlier({ earlierOpinions = [] }: ReviewDocument, columns: number): Block {
  const lines = earlierOpinions.flatMap(({ revision, seat, verdict, confidence }) =>
    hanging(`  revision ${revision}  `, `${seatName(seat)}  ${verdict.replaceAll('_', ' ')} ${confidence}`, columns),
  );
  return { heading: 'Earlier opinions: void, the content changed since', lines };
}

function seatWords(opinion: OpinionDocument): string {
  const { seat, verdict, confidence, failure, durationMs, summary } = opinion;
  const failed = failure === undefined ? '' : ` (${failure.kind.replaceAll('_', ' ')}: ${failure.detail})`;
  const took = seat.driver === 'embedded' ? '' : `, ${duration(durationMs)}`;
  return `${verdict.replaceAll('_', ' ')} ${confidence}${failed}${standIns(opinion)}${took}${cost(opinion)}: ${summary}`;
}

/** What the creator asked, and what this seat answered to it. */
function answerLines({ answers = [] }: OpinionDocument, questions: readonly string[], columns: number): string[] {
  return answers.flatMap((answer, index) => [
    ...hanging('    asked: ', questions[index] ?? '', columns),
    ...hanging('    answer: ', answer, columns),
  ]);
}

function standIns({ inPlaceOf = [] }: OpinionDocument): string {
  const owed = inPlaceOf.map(({ seat, failure }) => `${seatName(seat)} (${failure.kind.replaceAll('_', ' ')})`);
  return owed.length === 0 ? '' : `, in place of ${owed.join(' and ')}`;
}

/** What was told; a figure that nobody told is left out, since it is not zero. */
function cost({ usage = {} }: OpinionDocument): string {
  const { inputTokens, outputTokens, costUsd } = usage;
  const read = inputTokens === undefined ? '' : `, ${inputTokens} tokens in`;
  const written = outputTokens === undefined ? '' : `, ${outputTokens} out`;
  return `${read}${written}${costUsd === undefined ? '' : `, $${costUsd.toFixed(4)}`}`;
}

/** What a panel made of its stages: strategy, confidence, what followed without a person, and findings by who raised them. */
export function panel({ decision }: ReviewDocument, columns: number): Block {
  const of = decision?.panel;
  if (of === undefined) return { heading: 'Panel', lines: [] };
  const votes = votesWords(of);
  const facts = [
    ['Confidence', confidenceWords(of)],
    ['Auto-decision', autoDecisionWords(of)],
    ...(votes === undefined ? [] : [['Votes', votes]]),
  ].flatMap(([name = '', words = '']) => hanging(`  ${padded(name, 14)} `, words, columns));
  const stages = of.stages.flatMap((stage) => [
    `  ${stageWords(stage)}`,
    ...stage.counts.map((count) => {
      const [category, number, severity, effect] = countCells(count, stage);
      return `    ${padded(printable(category), 22)} ${number.padStart(3)}  ${padded(severity, 9)}  ${effect}`;
    }),
  ]);
  return { heading: `Panel: ${strategyWords(of)}`, lines: [...facts, ...stages] };
}

/** What came of letting an agent mend it. */
export function fix({ fix: of, mending }: ReviewDocument, columns: number): Block {
  const asked = mending === undefined ? [] : mendingLines(mending).flatMap((line) => hanging('  ', line, columns));
  if (of === undefined) return { heading: 'Fix loop', lines: asked };
  const take = takeCommand(of);
  const lines = fixLines(of).flatMap((line) => hanging('  ', line, columns));
  const taking = take === undefined ? [] : ['  Not on your branch. To take it:', `      ${printable(take)}`];
  return { heading: `Fix loop: ${of.attempts.length} of ${of.cap} attempts`, lines: [...lines, ...taking] };
}

/** The checklist; in brief only what is not plainly met. */
export function criteria(document: ReviewDocument, { columns, marks, paint, detail }: Look): Block {
  const entries = checklist(document);
  const plain = entries.filter((entry) => entry.answer === true && remarks(entry).length === 0).length;
  const shown = entries.filter((entry) => detail === 'full' || entry.answer !== true || remarks(entry).length > 0);
  const lines = alike(shown, detail).flatMap(({ names, answer, notes }) => {
    const name = names.join(', ');
    const text = answer === null ? `${name} not checked` : name;
    const between = answer === true ? ', ' : ': ';
    return signed(answerSign(answer, marks, paint), notes === '' ? text : `${text}${between}${notes}`, columns);
  });
  const heading =
    entries.length === 0 || detail === 'full' ? 'Checklist' : `Checklist: ${plain} of ${entries.length} plainly met`;
  return { heading, lines };
}

type Entry = ReturnType<typeof checklist>[number];

interface Line {
  readonly names: string[];
  readonly answer: Entry['answer'];
  readonly notes: string;
}

/** In brief, what was not checked for one reason is one line: a file that nobody reads leaves nearly every criterion open. */
function alike(entries: readonly Entry[], detail: Look['detail']): readonly Line[] {
  const lines: Line[] = [];
  for (const entry of entries) {
    const { name, answer } = entry;
    const notes = remarks(entry).join(', ');
    const same = lines.find(
      (line) => detail === 'brief' && answer === null && line.answer === null && line.notes === notes,
    );
    if (same === undefined) lines.push({ names: [name], answer, notes });
    else same.names.push(name);
  }
  return lines;
}

/** The rules that had a part in the decision; in brief only those that stand against an approval, and how many do not. */
export function rules(document: ReviewDocument, { columns, marks, paint, detail }: Look): Block {
  const all = document.decision?.rules ?? [];
  const applicable = all.filter(({ result }) => result !== 'not_applicable');
  if (detail === 'brief') {
    const against = applicable.filter(({ result }) => result !== 'satisfied');
    const heading = `Rules: ${applicable.length - against.length} of ${applicable.length} satisfied`;
    return { heading, lines: ruleLines(against, columns, marks, paint) };
  }
  const others = all.length - applicable.length;
  const where = `${others} more do not apply: countersign explain ${document.review.id}`;
  const last = others === 0 ? [] : hanging(`  ${marks.none} `, where, columns);
  return { heading: 'Rules', lines: [...ruleLines(applicable, columns, marks, paint), ...last] };
}

/** Rules with their signs and reasons. */
export function ruleLines(results: readonly RuleResult[], columns: number, marks: Marks, paint: Paint): string[] {
  return results.flatMap((rule) => signed(ruleSign(rule.result, marks, paint), `${rule.id}: ${rule.reason}`, columns));
}

function signed({ mark, brush }: Sign, text: string, columns: number): string[] {
  const [first = '', ...rest] = hanging(`  ${mark} `, text, columns);
  return [`  ${brush(mark)}${first.slice(2 + mark.length)}`, ...rest];
}
