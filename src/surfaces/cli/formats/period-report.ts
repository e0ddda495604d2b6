import type { PatternReport } from '../../../application/patterns.js';
import type { GroupMetrics, PutToPersons, ReviewMetrics } from '../../../application/peer-review.js';
import { counted } from '../text/layout.js';
import { duration } from '../text/time.js';
import { markdownCode, markdownText } from './markdown-escape.js';
import { unitSigns } from '../text/figure-units.js';

export interface PeriodReport {
  readonly metrics: ReviewMetrics;
  readonly questions: PutToPersons;
  /** Of all time: what is learned does not begin with a period. */
  readonly patterns: readonly PatternReport[];
  /** What the counts are narrowed to. */
  readonly narrowed: { readonly agent?: string; readonly type?: string };
  /** Epoch milliseconds. */
  readonly now: number;
}

/** How reviews of a period went, in Markdown, for people who did not watch (PRS 13). Names in it are neutralised. */
export function periodReport(report: PeriodReport): string {
  const { metrics } = report;
  return [
    `# Reviews: ${titleOf(report)}`,
    headline(metrics),
    figures(metrics),
    groups('By type', 'Type', metrics.byType),
    groups('By creator', 'Creator', metrics.byCreator),
    groups('By reviewer', 'Reviewer', metrics.byReviewer),
    skipping(report.patterns),
    persons(report),
    section(
      'Trends',
      bullets(metrics.trends.map(({ text }) => text)),
      'Nothing moved on enough reviews to call it a trend.',
    ),
    section('What to look at', bullets(metrics.recommendations), 'No figure misses its target on enough reviews.'),
  ].join('\n\n');
}

function titleOf({ metrics: { period }, narrowed: { agent, type }, now }: PeriodReport): string {
  const what = [agent, type].flatMap((word) => (word === undefined ? [] : [markdownCode(word)])).join(', ');
  return `the ${period} to ${new Date(now).toISOString().slice(0, 10)}${what === '' ? '' : `, ${what}`}`;
}

function headline({
  totalReviews,
  approved,
  changesRequested,
  rejected,
  escalated,
  skipped,
  withdrawn,
}: ReviewMetrics) {
  const ends = [
    `${approved} approved`,
    `${changesRequested} with changes requested`,
    `${rejected} rejected`,
    `${escalated} before a person`,
    `${skipped} skipped`,
    `${withdrawn} withdrawn`,
  ];
  return `${counted(totalReviews, 'review')}: ${ends.join(', ')}.`;
}

function figures({ figures: all }: ReviewMetrics): string {
  const row = ({ name, value, unit, met, target, evidence }: ReviewMetrics['figures'][number]) => [
    name,
    value === null ? 'nothing counted' : `${value}${unitSigns[unit]}`,
    met === null ? '' : met ? 'met' : 'missed',
    target ?? '-',
    String(evidence),
  ];
  return grid(['Figure', 'Value', '', 'Target', 'Over'], all.map(row));
}

function groups(title: string, what: string, rows: readonly GroupMetrics[]): string {
  const head = [what, 'Reviews', 'Approved', 'Changes', 'Rejected', 'At once', 'Revisions', 'Time', 'Confidence'];
  const body = rows.map((row) => [
    markdownCode(row.name, true),
    String(row.reviews),
    String(row.approved),
    String(row.changesRequested),
    String(row.rejected),
    number(row.firstPassApproval, ' %'),
    number(row.averageRevisions),
    number(row.averageReviewMinutes, ' min'),
    number(row.averageConfidence),
  ]);
  return section(title, body.length === 0 ? '' : grid(head, body), 'None.');
}

function number(value: number | null, unit = ''): string {
  return value === null ? '-' : `${value}${unit}`;
}

/** What may go unreviewed, with what came of it so far. */
function skipping(patterns: readonly PatternReport[]): string {
  const told = patterns.filter(({ phase, eligible }) => phase.name !== 'off' || eligible.holds);
  const rows = told.map(({ creator, type, phase, clean, reviewed, confidence, skipped, escaped }) => [
    markdownCode(creator, true),
    markdownCode(type, true),
    phase.name === 'off' ? 'could be enabled' : 'enabled',
    `${clean} of ${reviewed}`,
    confidence.toFixed(2),
    String(skipped),
    String(escaped),
  ]);
  const head = ['Creator', 'Type', 'Skipping', 'Clean', 'Trust', 'Skipped', 'Bugs'];
  return section('Patterns', rows.length === 0 ? '' : grid(head, rows), 'No pattern is enabled or could be.');
}

function persons({ questions: { answered, waiting }, now }: PeriodReport): string {
  const lines = [
    ...waiting.map(
      ({ id, type, creator, createdAt }) =>
        `${markdownCode(id)} waits for a person: ${markdownCode(type)} of ${markdownCode(creator)}, asked for ${duration(now - createdAt)} ago`,
    ),
    ...answered.map(
      ({ review, type, trigger, person, outcome, option, at }) =>
        `${markdownCode(review)}: ${markdownCode(type)}, ${trigger.replaceAll('_', ' ')}; ${markdownCode(person)} decided ` +
        `${outcome.replaceAll('_', ' ')}${option === null ? '' : ` (option ${option})`} on ${new Date(at).toISOString().slice(0, 10)}`,
    ),
  ];
  return section('Put to persons', lines.map((line) => `- ${line}`).join('\n'), 'Nobody was asked.');
}

function section(title: string, body: string, none: string): string {
  return `## ${title}\n\n${body === '' ? none : body}`;
}

function bullets(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${markdownText(sentence)}`).join('\n');
}

function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
