import type { GroupMetrics, ReviewMetrics } from '../../../../application/peer-review.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Context, Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { text } from '../../options.js';
import { paintFor, type Paint } from '../../text/paint.js';
import { table, type Column } from '../../text/table.js';
import { named } from './request.js';
import { unitSigns } from '../../text/figure-units.js';

const periods = ['day', 'week', 'month'] as const;

interface Reported {
  readonly period: (typeof periods)[number];
  readonly narrowed: { readonly agent?: string; readonly type?: string };
}

export const execute: Execute = async (call, context) => {
  const asked = periods.find((word) => word === text(call.options, 'period'));
  const isReport = text(call.options, 'format') === 'markdown' && !context.json;
  const period = isReport ? (asked ?? 'week') : asked;
  const narrowed = named(call.options, ['agent', 'type']);
  const metrics = await context.ask(({ peer }) =>
    peer.metrics({ ...narrowed, ...(period === undefined ? {} : { period }) }),
  );
  if (isRefusal(metrics)) return metrics;
  if (isReport) return reported(metrics, { period: period ?? 'week', narrowed }, context);
  if (context.json) await context.printJson('countersign/metrics@1', metrics);
  else await context.print(await report(metrics, context));
  return exit.ok;
};

/** The period as a document: what is counted, who was asked, what may be skipped. */
async function reported(metrics: ReviewMetrics, { period, narrowed }: Reported, context: Context) {
  const questions = await context.ask(({ peer }) => peer.questions({ period }));
  if (isRefusal(questions)) return questions;
  const patterns = await context.ask((application) => application.patterns.list({}));
  if (isRefusal(patterns)) return patterns;
  const { periodReport } = await import('../../formats/period-report.js');
  await context.print(periodReport({ metrics, questions, patterns, narrowed, now: context.io.now() }));
  return exit.ok;
}

async function report(metrics: ReviewMetrics, { terminal }: Pick<Context, 'terminal'>): Promise<string> {
  const paint = paintFor(terminal);
  const width = terminal.columns;
  const groups = async (title: string, rows: readonly GroupMetrics[]) =>
    rows.length === 0 ? [] : ['', ...(await table(rows, groupColumns(title), width, paint.faint))];
  const lines = [
    headline(metrics),
    '',
    ...(await table(metrics.figures, figureColumns(paint), width, paint.faint)),
    ...(await groups('TYPE', metrics.byType)),
    ...(await groups('CREATOR', metrics.byCreator)),
    ...(await groups('REVIEWER', metrics.byReviewer)),
    ...(await groups('WEEK OF', metrics.byWeek)),
    ...(metrics.trends.length === 0 ? [] : ['', ...metrics.trends.map(({ text: moved }) => `- ${moved}`)]),
    ...(metrics.recommendations.length === 0 ? [] : ['', ...metrics.recommendations.map((line) => `- ${line}`)]),
  ];
  return lines.join('\n');
}

function headline(metrics: ReviewMetrics): string {
  const { period, totalReviews, approved, changesRequested, rejected, escalated, skipped, withdrawn } = metrics;
  const when = period === 'all' ? 'in all' : period === 'day' ? 'today' : `in the last ${period}`;
  const ends = [
    [approved, 'approved'],
    [changesRequested, 'with changes requested'],
    [rejected, 'rejected'],
    [escalated, 'before a person'],
    [skipped, 'skipped'],
    [withdrawn, 'withdrawn'],
  ] as const;
  const said = ends.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  const reviews = `${totalReviews} ${totalReviews === 1 ? 'review' : 'reviews'} ${when}`;
  return said.length === 0 ? reviews : `${reviews}: ${said.join(', ')}`;
}

type Figure = ReviewMetrics['figures'][number];

function figureColumns(paint: Paint): readonly Column<Figure>[] {
  const verdict = ({ met }: Figure) => (met === null ? '-' : met ? 'ok' : 'off');
  return [
    { title: 'FIGURE', cell: ({ name }) => name },
    {
      title: 'VALUE',
      cell: ({ value, unit }) => (value === null ? '-' : `${value}${unitSigns[unit]}`),
      align: 'right',
    },
    { title: '', cell: verdict, brush: (cell, { met }) => (met === false ? paint.unsure(cell) : cell) },
    { title: 'TARGET', cell: ({ target }) => target ?? '-' },
    { title: 'OVER', cell: ({ evidence }) => String(evidence), align: 'right', dropped: 1 },
  ];
}

function groupColumns(title: string): readonly Column<GroupMetrics>[] {
  const number = (value: number | null, unit = '') => (value === null ? '-' : `${value}${unit}`);
  const right = { align: 'right' as const };
  return [
    { title, cell: ({ name }) => name, flexible: true },
    { title: 'REVIEWS', cell: ({ reviews }) => String(reviews), ...right },
    { title: 'APPROVED', cell: ({ approved }) => String(approved), ...right },
    { title: 'CHANGES', cell: ({ changesRequested }) => String(changesRequested), ...right },
    { title: 'REJECTED', cell: ({ rejected }) => String(rejected), ...right, dropped: 4 },
    { title: 'AT ONCE', cell: ({ firstPassApproval }) => number(firstPassApproval, ' %'), ...right },
    { title: 'REVISIONS', cell: ({ averageRevisions }) => number(averageRevisions), ...right, dropped: 1 },
    { title: 'TIME', cell: ({ averageReviewMinutes }) => number(averageReviewMinutes, ' min'), ...right, dropped: 3 },
    { title: 'CONFIDENCE', cell: ({ averageConfidence }) => number(averageConfidence), ...right, dropped: 2 },
  ];
}
