/** What somebody can be told of (policy `notifications`): the words of PRS section 5, then those that SPEC 5.3 to 5.6 need. */
export const notificationWords = [
  'review_requested',
  'review_approved',
  'review_changes_requested',
  'review_rejected',
  'review_escalated',
  'review_timeout',
  'creator_revised',
  'pattern_eligible_for_skip',
  'review_inconclusive',
  'review_skipped',
  'review_withdrawn',
  'review_reminder',
  'deadline_warning',
  'decision_expired',
  'finding_contested',
  'clarification_asked',
] as const;

export type NotificationWord = (typeof notificationWords)[number];

/** Whom a review concerns. */
export type Party = 'creator' | 'reviewer' | 'human';

/** What each party is told of. */
export type NotificationWords = Readonly<Record<Party, readonly NotificationWord[]>>;

/** Nobody is told anything. */
export const noWords: NotificationWords = { creator: [], reviewer: [], human: [] };

export interface Recipient {
  readonly party: Party;
  /** Null: whoever is the responsible person. */
  readonly name: string | null;
}

/** That an event is to be told, to whom, in the words of the policy. How it gets there is not its business. */
export interface Notification {
  readonly word: NotificationWord;
  readonly recipients: readonly Recipient[];
  /** What the event adds to its word, as somebody wrote it: untrusted. */
  readonly detail: string | null;
}
