import type { Outcome } from '../model/decision.js';
import type { NotificationWord } from '../model/notification.js';
import type { DeadlineKind } from '../model/peer.js';

/** Undefined: told to nobody. Flagged means that work goes on. */
export const wordOfOutcome: Readonly<Record<Outcome, NotificationWord | undefined>> = {
  approved: 'review_approved',
  changes_requested: 'review_changes_requested',
  rejected: 'review_rejected',
  escalated: 'review_escalated',
  paused: 'review_escalated',
  inconclusive: 'review_inconclusive',
  skipped: 'review_skipped',
  flagged: undefined,
};

/** Undefined: the event that the deadline causes says it. */
export const wordOfDeadline: Readonly<Record<DeadlineKind, NotificationWord | undefined>> = {
  start_reminder: 'review_reminder',
  start_backup: 'review_timeout',
  claim_ended: 'review_timeout',
  reviewer_silent: 'review_timeout',
  escalation_warning: 'deadline_warning',
  assignment_wait: undefined,
  judge_silent: undefined,
  creator_silent: undefined,
  review_open_too_long: undefined,
  escalation_expired: undefined,
  seats_due: undefined,
  fix_silent: undefined,
  lease_ended: undefined,
};
