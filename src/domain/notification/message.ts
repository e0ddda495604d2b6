import type { Notification, NotificationWord, Recipient } from '../model/notification.js';
import { plainLine } from './plain-text.js';
import type { Subject } from './subject.js';

/** What a message is made of. */
export interface Told extends Notification {
  readonly position: number;
  readonly at: number;
  readonly review: Subject;
}

/** A notification as a channel sends it: every text is one plain line, whoever wrote it. */
export interface Message {
  /** The same at each attempt, and like no other's, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly type: NotificationWord;
  /** ISO 8601 UTC, of the event. */
  readonly timestamp: string;
  /** `Changes requested: TITLE`. */
  readonly summary: string;
  readonly detail: string | null;
  /** What to do about it: a command. */
  readonly next: string;
  readonly recipients: readonly Recipient[];
  /** As it stands when the message is made. */
  readonly review: Told['review'];
}

const longestTitle = 120;
const longestDetail = 240;
const longestName = 60;

const headlines: Readonly<Record<NotificationWord, string>> = {
  review_requested: 'Review requested',
  review_approved: 'Approved',
  review_changes_requested: 'Changes requested',
  review_rejected: 'Rejected',
  review_escalated: 'A person is needed',
  review_timeout: 'A reviewer did not answer in time',
  creator_revised: 'Revised',
  pattern_eligible_for_skip: 'A pattern could be skipped',
  review_inconclusive: 'Inconclusive: nobody decided',
  review_skipped: 'Skipped without a review',
  review_withdrawn: 'Withdrawn',
  review_reminder: 'A review waits to be started',
  deadline_warning: 'A decision is due soon',
  decision_expired: 'Nobody decided in time',
  finding_contested: 'A finding is contested',
  clarification_asked: 'A clarification is asked for',
};

/** Words that ask a person for a decision. */
const toInbox: ReadonlySet<NotificationWord> = new Set(['review_escalated', 'deadline_warning', 'review_inconclusive']);

export function messageOf(told: Told): Message {
  const { position, word, at, review, recipients, detail } = told;
  return {
    id: `msg_${review.id}_${position}`,
    type: word,
    timestamp: new Date(at).toISOString(),
    summary: `${headlines[word]}: ${plainLine(review.title, longestTitle)}`,
    detail: detail === null ? null : plainLine(detail, longestDetail),
    next: nextFor(word, review),
    recipients: recipients.map(({ party, name }) => ({ party, name: name === null ? null : plainName(name) })),
    review: {
      ...review,
      title: plainLine(review.title, longestTitle),
      type: plainName(review.type),
      creator: plainName(review.creator),
      reviewer: review.reviewer === null ? null : plainName(review.reviewer),
    },
  };
}

function nextFor(word: NotificationWord, { id, subject }: Subject): string {
  if (toInbox.has(word)) return 'countersign inbox';
  if (subject === 'pattern') return 'countersign patterns';
  return subject === undefined ? `countersign show ${id}` : `countersign ${subject} show ${id}`;
}

function plainName(name: string): string {
  return plainLine(name, longestName);
}
