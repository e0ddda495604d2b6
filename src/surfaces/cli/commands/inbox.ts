import type { Waiting } from '../../../application/application.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Context, Execute } from '../context.js';
import { count } from '../options.js';
import { questionLines } from '../report/question.js';
import { hanging } from '../text/layout.js';
import { paintFor } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { shortIds } from '../text/short-ids.js';
import { age, iso } from '../text/time.js';
import { reviewObject } from './list-rows.js';
import { gateRowObject } from '../report/gate-object.js';
import { otherLines, othersWaiting } from '../report/others-waiting.js';
import { runRowObject } from '../report/run-object.js';
import { taskRowObject } from '../report/task-object.js';

const reasonsAtMost = 3;
const evidenceAtMost = 5;

export const execute: Execute = async (call, context) => {
  const limit = count(call.options, 'limit');
  const waiting = await context.ask((application) => application.inbox(limit === undefined ? {} : { limit }));
  if (isRefusal(waiting)) return waiting;
  const others = await othersWaiting(limit ?? 50, context);
  if (isRefusal(others)) return others;
  if (context.json) {
    const items = waiting.map(({ review, ...rest }) => ({ review: reviewObject(review), ...rest }));
    const { runs, gates, tasks, patterns } = others;
    await context.printJson('countersign/inbox@1', {
      waiting: items,
      runs: runs.map(runRowObject),
      gates: gates.map(gateRowObject),
      tasks: tasks.map(taskRowObject),
      patterns: patterns.map(({ creator, type, eligible, switched }) => ({
        ...{ creator, type, successes: eligible.successes },
        suggestedAt: iso(switched?.suggestedAt ?? null),
      })),
    });
    return 0;
  }
  const more = otherLines(others, context);
  if (waiting.length === 0) {
    await context.print(more.length === 0 ? 'Nothing waits for a person.' : more.join('\n'));
    return 0;
  }
  const ids = shortIds(waiting.map(({ review }) => review.id));
  const lines = waiting.flatMap((each) => [...itemLines(each, ids.get(each.review.id), context), '']);
  await context.print(
    [
      ...lines,
      ...more,
      ...(more.length === 0 ? [] : ['']),
      `Decide: countersign decide ID ${choices(waiting)} --note "why"`,
    ].join('\n'),
  );
  return 0;
};

function choices(waiting: readonly Waiting[]): string {
  const outcomes = '--approve|--request-changes|--reject';
  return waiting.some(({ question }) => question !== null) ? `--option N|${outcomes}` : outcomes;
}

function itemLines({ review, title, reasons, question }: Waiting, id = review.id, context: Context): string[] {
  const { columns } = context.terminal;
  const paint = paintFor(context.terminal);
  const now = context.io.now();
  const outcome = review.status === 'escalated' ? 'escalated' : 'inconclusive';
  const called = title === null ? review.title : `${title} (${review.title})`;
  const head = `${printable(id)}  ${age(review.createdAt, now)}  ${paint.outcome[outcome](outcome)}  ${printable(review.creator)}: ${printable(called)}`;
  if (question !== null) return [head, ...questionLines(question, { columns, paint, now, evidenceAtMost })];
  const more =
    reasons.length > reasonsAtMost ? [`and ${reasons.length - reasonsAtMost} more: countersign explain`] : [];
  return [head, ...[...reasons.slice(0, reasonsAtMost), ...more].flatMap((reason) => hanging('  - ', reason, columns))];
}
