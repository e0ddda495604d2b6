import type { AssignmentPlace, PeerTerms } from '../../model/peer.js';
import type { Policy, ReviewerLine } from '../../model/policy.js';

/** Numbers of SPEC 5.4 and 3 that no key of the policy states. */
const numbers = {
  startMinutes: 30,
  backupMinutes: 15,
  silentMinutes: 60,
  waitMinutes: 15,
  creatorMinutes: 24 * 60,
  warningHours: 8,
} as const;

const places = ['primary', 'backup', 'escalate'] as const satisfies readonly AssignmentPlace[];

/** The terms that the policy of the base gives a review for its whole life (SPEC 5.3). */
export function termsOf(policy: Policy, line: ReviewerLine | undefined): PeerTerms {
  return {
    ...numbers,
    targetMinutes: policy.performance.targetReviewTimeMinutes,
    escalation: policy.escalation,
    line: places.flatMap((place) => {
      const who = line?.[place];
      return who === undefined ? [] : [{ place, who }];
    }),
    sameFamily: policy.assignment.sameFamily,
    parallelReviewsMax: policy.performance.parallelReviewsMax,
    reviewQueueMax: policy.performance.reviewQueueMax,
    blindFirstPass: policy.blindFirstPass,
    carry: policy.carry,
  };
}
