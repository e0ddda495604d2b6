import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { count } from '../options.js';
import { hanging } from '../text/layout.js';
import { paintFor } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { shortIds } from '../text/short-ids.js';
import { age } from '../text/time.js';
import { reviewObject } from './list-rows.js';

const reasonsAtMost = 3;

export const execute: Execute = async (call, context) => {
  const limit = count(call.options, 'limit');
  const waiting = await context.ask((application) => application.inbox(limit === undefined ? {} : { limit }));
  if (isRefusal(waiting)) return waiting;
  if (context.json) {
    const items = waiting.map(({ review, reasons }) => ({ review: reviewObject(review), reasons }));
    await context.printJson('countersign/inbox@1', { waiting: items });
    return 0;
  }
  if (waiting.length === 0) {
    await context.print('Nothing waits for a person.');
    return 0;
  }
  const { columns } = context.terminal;
  const paint = paintFor(context.terminal);
  const ids = shortIds(waiting.map(({ review }) => review.id));
  const now = context.io.now();
  const lines = waiting.flatMap(({ review, reasons }) => {
    const outcome = review.status === 'escalated' ? 'escalated' : 'inconclusive';
    const more =
      reasons.length > reasonsAtMost ? [`and ${reasons.length - reasonsAtMost} more: countersign explain`] : [];
    return [
      `${printable(ids.get(review.id) ?? review.id)}  ${age(review.createdAt, now)}  ${paint.outcome[outcome](outcome)}  ${printable(review.creator)}: ${printable(review.title)}`,
      ...[...reasons.slice(0, reasonsAtMost), ...more].flatMap((reason) => hanging('  - ', reason, columns)),
    ];
  });
  await context.print(
    [...lines, '', 'Decide: countersign decide ID --approve|--request-changes|--reject --note "why"'].join('\n'),
  );
  return 0;
};
