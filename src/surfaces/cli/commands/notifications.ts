import type { DeliveredNotification } from '../../../application/application.js';
import type { DeliveryRow } from '../../../application/ports/outbox.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { count, texts } from '../options.js';
import { hanging } from '../text/layout.js';
import { printable } from '../text/printable.js';
import { age, duration, iso } from '../text/time.js';
import { deliveryStates } from '../words.js';

export const execute: Execute = async (call, context) => {
  const named = texts(call.options, 'state');
  const states = deliveryStates.filter((word) => named.includes(word));
  const limit = count(call.options, 'limit') ?? 50;
  const rows = await context.ask(({ notifications }) =>
    notifications.list(states.length === 0 ? { limit } : { limit, states }),
  );
  if (isRefusal(rows)) return rows;
  if (context.json) {
    await context.printJson('countersign/notifications@1', { notifications: rows.map(notificationObject) });
  } else if (rows.length === 0) {
    await context.print('No notifications.');
  } else {
    const now = context.io.now();
    await context.print(rows.flatMap((row) => linesOf(row, now, context.terminal.columns)).join('\n'));
  }
  return 0;
};

/** A row with times as ISO 8601 UTC (docs/json.md). */
function notificationObject({ position, at, word, recipients, detail, review, deliveries }: DeliveredNotification) {
  return {
    id: position,
    at: iso(at),
    word,
    recipients,
    detail,
    review,
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      nextAt: iso(delivery.nextAt),
      settledAt: iso(delivery.settledAt),
    })),
  };
}

function linesOf(row: DeliveredNotification, now: number, columns: number): readonly string[] {
  const { position, at, word, recipients, detail, review, deliveries } = row;
  const to = recipients.map(({ party, name }) => (name === null ? party : `${party} ${name}`)).join(', ');
  const why = detail === null ? '' : `: ${detail}`;
  return [
    ...hanging('', printable(`${position}  ${age(at, now)}  ${word}  ${review.id}  ${review.title}`), columns),
    ...hanging('    ', printable(`to ${to}${why}`), columns),
    ...deliveries.flatMap((delivery) => hanging('    ', deliveryText(delivery, now), columns)),
    ...(deliveries.length === 0 ? ['    on no channel'] : []),
  ];
}

function deliveryText({ channel, state, attempts, nextAt, error }: DeliveryRow, now: number): string {
  const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const next = nextAt === null ? '' : nextAt <= now ? ', due now' : `, next in ${duration(nextAt - now)}`;
  const why = error === null ? '' : `: ${error}`;
  return printable(`${channel}: ${state}, ${tried}${next}${why}`);
}
