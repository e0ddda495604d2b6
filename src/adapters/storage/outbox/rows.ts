import type { DeliveryRow, NotificationRow } from '../../../application/ports/outbox.js';
import type { Recipient } from '../../../domain/model/notification.js';
import type { OtherSubject } from '../../../domain/notification/subject.js';
import type { NotificationRecord, ReviewRecord } from '../schema.js';
import type { SqlRow } from '../sqlite/connection.js';

interface SubjectColumns extends Pick<ReviewRecord, ReviewColumns> {
  readonly subject: OtherSubject | null;
}

type ReviewColumns = 'title' | 'type' | 'status' | 'creator_agent' | 'reviewer_agent' | 'revision_count';

export function notificationRow(row: SqlRow): NotificationRow {
  const record = row as unknown as NotificationRecord & SubjectColumns;
  return {
    position: record.position,
    word: record.word,
    at: record.at,
    recipients: JSON.parse(record.recipients) as Recipient[],
    detail: record.detail,
    review: {
      ...(record.subject === null ? {} : { subject: record.subject }),
      id: record.review_id,
      title: record.title,
      type: record.type,
      status: record.status,
      creator: record.creator_agent,
      reviewer: record.reviewer_agent,
      revision: record.revision_count,
    },
  };
}

interface DeliveryRecord {
  readonly channel: string;
  readonly state: DeliveryRow['state'];
  readonly attempts: number;
  readonly next_at: number;
  readonly settled_at: number | null;
  readonly error: string | null;
}

export function deliveryRow(row: SqlRow): DeliveryRow {
  const { channel, state, attempts, next_at, settled_at, error } = row as unknown as DeliveryRecord;
  return {
    channel,
    state,
    attempts,
    nextAt: state === 'pending' ? next_at : null,
    settledAt: settled_at,
    error,
  };
}
