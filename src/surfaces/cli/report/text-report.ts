import type { ReviewDocument } from '../../../application/queries/document.js';
import { hanging, wrapped } from '../text/layout.js';
import { marksFor, type Paint, paintFor } from '../text/paint.js';
import { printable } from '../text/printable.js';
import type { Terminal } from '../text/terminal.js';
import { type Block, criteria, type Detail, earlier, fix, type Look, panel, rules, seats } from './evidence.js';
import { factLines } from './facts.js';
import { findingLines } from './findings.js';
import { inventoryLines } from './inventory.js';
import { nextSteps } from './next-steps.js';
import type { Step } from './step.js';
import { questionLines } from './question.js';
import { coverageCounts, findingCounts, verdictWords, whyLines } from './summary.js';

const whyAtMost = 4;

/**
 * The report for people: verdict and why first, then the evidence, at the end what to do next. In brief it shows what is out
 * of the ordinary and counts the rest; findings, and whatever was not reviewed, are always whole.
 */
export function textReport(document: ReviewDocument, terminal: Terminal, detail: Detail = 'full'): string {
  const paint = paintFor(terminal);
  const { columns } = terminal;
  const look = { columns, marks: marksFor(terminal), paint, detail };
  const headed = ({ heading, lines }: Block): string[] =>
    lines.length === 0 && detail === 'full' ? [] : [...title(heading, columns, paint), ...lines];
  const none = (block: Block): string[] => (document.opinions.length === 0 ? [] : headed(block));
  const sections = [
    headline(document, columns, paint),
    factLines(document, look),
    [
      ...title(`Inventory: ${coverageCounts(document)}`, columns, paint),
      ...inventoryLines(document, { columns, paint, detail }),
    ],
    detail === 'brief' && document.findings.length === 0
      ? []
      : [...title(`Findings: ${findingCounts(document)}`, columns, paint), ...findingLines(document, columns, paint)],
    document.decision?.panel === undefined ? [] : headed(panel(document, columns)),
    document.fix === undefined && document.mending === undefined ? [] : headed(fix(document, columns)),
    none(seats(document, columns)),
    document.earlierOpinions === undefined ? [] : headed(earlier(document, columns)),
    none(criteria(document, look)),
    headed(rules(document, look)),
    questionPart(document, look),
    headed({ heading: 'Next', lines: stepLines(stepsOf(document, detail), columns, paint) }),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The question to a person, as long as it is open or since it expired. */
function questionPart({ escalation }: ReviewDocument, { columns, paint, detail }: Look): string[] {
  if (escalation === undefined || escalation.positions.length === 0 || escalation.state === 'decided') return [];
  const evidenceAtMost = detail === 'full' ? Infinity : 3;
  return [...title('Question', columns, paint), ...questionLines(escalation, { columns, paint, evidenceAtMost })];
}

function headline(document: ReviewDocument, columns: number, paint: Paint): string[] {
  const { decision } = document;
  const verdict = verdictWords(document);
  const brush = decision === null ? paint.strong : paint.outcome[decision.outcome];
  const confidence =
    decision === null || decision.person !== undefined || decision.outcome === 'skipped'
      ? ''
      : `  ${paint.faint(`confidence ${decision.confidence}`)}`;
  const why = whyLines(document);
  const shown = why.slice(0, whyAtMost);
  const more = why.length - shown.length;
  return [
    `${brush(printable(verdict))}${confidence}`,
    ...shown.flatMap((line) => (why.length === 1 ? wrapped(line, columns) : hanging('- ', line, columns))),
    ...(more > 0 ? [`- and ${more} more, see Rules`] : []),
  ];
}

function title(text: string, columns: number, paint: Paint): string[] {
  return wrapped(text, columns).map(paint.strong);
}

function stepsOf(document: ReviewDocument, detail: Detail): Step[] {
  const all: Step = { text: 'See everything that was looked at:', command: `countersign show ${document.review.id}` };
  return detail === 'full' ? nextSteps(document) : [...nextSteps(document), all];
}

/** Sentences are wrapped; a command is never, so that it can be copied. */
function stepLines(steps: readonly Step[], columns: number, paint: Paint): string[] {
  return steps.flatMap(({ text, command }) => [
    ...hanging('  - ', text, columns),
    ...(command === undefined ? [] : [`      ${paint.strong(printable(command))}`]),
  ]);
}
