import type { Recorded } from '../../../domain/model/event.js';
import type { Notification } from '../../../domain/model/notification.js';
import type { NotificationRecord } from '../schema.js';

/** The state after events of one stream, and the rows of what they tell somebody. Throws `BrokenHistory`. */
export function told<
  Event extends { readonly type: string; readonly data: unknown },
  State extends { readonly id: string },
>(
  before: State | undefined,
  events: readonly Recorded<Event>[],
  of: {
    readonly evolve: (before: State | undefined, event: Recorded<Event>) => State;
    readonly notification: (event: Recorded<Event>, after: State) => Notification | undefined;
  },
): { readonly after: State | undefined; readonly notifications: readonly NotificationRecord[] } {
  const notifications: NotificationRecord[] = [];
  let after = before;
  for (const event of events) {
    after = of.evolve(after, event);
    notifications.push(...notificationRecords(event, after.id, of.notification(event, after)));
  }
  return { after, notifications };
}

/** The row of what somebody is told of an event of a review, run, gate or task; none where nobody is. */
export function notificationRecords(
  { position, at }: Pick<Recorded, 'position' | 'at'>,
  subject: string,
  told: Pick<Notification, 'word' | 'recipients' | 'detail'> | undefined,
): readonly NotificationRecord[] {
  if (told === undefined) return [];
  const { word, recipients, detail } = told;
  return [{ position, review_id: subject, word, at, recipients: JSON.stringify(recipients), detail }];
}
