import type { Recorded } from '../../../domain/model/event.js';
import type { Notification } from '../../../domain/model/notification.js';
import type { NotificationRecord } from '../schema.js';

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
