import type { ReviewStatus } from '../model/review.js';

/** What can be done to a review. */
export type Verb =
  'start' | 'approve' | 'request_changes' | 'reject' | 'escalate' | 'give_up' | 'hand_on' | 'revise' | 'withdraw';

/** Legal transitions of SPEC 5.3; what is not here is refused. */
export const transitions: Readonly<Record<ReviewStatus, Readonly<Partial<Record<Verb, ReviewStatus>>>>> = {
  pending: { start: 'in_progress', revise: 'pending_re_review', escalate: 'escalated', withdraw: 'withdrawn' },
  in_progress: {
    // Again by the same reviewer: a new lease and a new nonce.
    start: 'in_progress',
    revise: 'pending_re_review',
    approve: 'approved',
    request_changes: 'changes_requested',
    reject: 'rejected',
    escalate: 'escalated',
    give_up: 'pending',
    hand_on: 'pending',
    withdraw: 'withdrawn',
  },
  changes_requested: { revise: 'pending_re_review', escalate: 'escalated', withdraw: 'withdrawn' },
  pending_re_review: {
    start: 'in_progress',
    revise: 'pending_re_review',
    escalate: 'escalated',
    withdraw: 'withdrawn',
  },
  rejected: { escalate: 'escalated' },
  escalated: {
    approve: 'approved',
    request_changes: 'changes_requested',
    reject: 'rejected',
    withdraw: 'withdrawn',
  },
  // An approval falls when its content changes and no carry rule holds (SPEC 2, rule 3).
  approved: { revise: 'pending_re_review' },
  skipped: {},
  withdrawn: {},
};

/** The status that `verb` leads to, undefined when it is not allowed there. */
export function next(status: ReviewStatus, verb: Verb): ReviewStatus | undefined {
  return transitions[status][verb];
}

/** Verbs allowed in a status, for the text of a refusal. */
export function allowedVerbs(status: ReviewStatus): readonly Verb[] {
  return Object.keys(transitions[status]) as Verb[];
}
