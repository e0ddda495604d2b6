import type { AssignmentPlace, ClaimTerms, PeerTerms } from '../../model/peer.js';
import { isAsked } from '../../model/seat.js';
import type { Policy, ReviewerLine } from '../../model/policy.js';

/** Numbers of SPEC 5.4 and 3 that no key of the policy states. */
const numbers = {
  startMinutes: 30,
  backupMinutes: 15,
  silentMinutes: 60,
  waitMinutes: 15,
  creatorMinutes: 24 * 60,
  warningHours: 8,
  claimMinutes: 10,
} as const;

const places = ['primary', 'backup', 'escalate'] as const satisfies readonly AssignmentPlace[];

const { claimMinutes, ...ofEveryReview } = numbers;

/** The terms that the policy of the base gives a review for its whole life (SPEC 5.3). */
export function termsOf(policy: Policy, line: ReviewerLine | undefined): PeerTerms {
  return {
    ...ofEveryReview,
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
    fixTurns: policy.panel.fixTimeoutTurns,
    ...claimsOf(policy),
  };
}

/** By name, and by role for the first of that role: the matrix may use either. */
function claimsOf({ agents, budget, defaultTimeoutMinutes }: Policy): Pick<PeerTerms, 'claims'> {
  const { maxMinutes, maxTokens, maxCostUsd } = budget;
  const timeoutMinutes = Math.min(defaultTimeoutMinutes, maxMinutes ?? Number.POSITIVE_INFINITY);
  const claims = Object.entries(agents).flatMap(([name, { role, driver, fallback = [], limits }]) => {
    const called = fallback.flatMap((each) => {
      const entry = Object.hasOwn(agents, each) ? agents[each] : undefined;
      return entry !== undefined && isAsked(entry.driver) ? [{ name: each, entry }] : [];
    });
    if (driver !== 'mcp' || called.length === 0) return [];
    const minutes = limits.claimMinutes ?? claimMinutes;
    const terms: ClaimTerms = { minutes, fallback: called, timeoutMinutes, maxTokens, maxCostUsd };
    return [{ name, role, terms }];
  });
  if (claims.length === 0) return {};
  const byRole = claims.toReversed().map(({ role, terms }) => [role, terms] as const);
  return { claims: Object.fromEntries([...byRole, ...claims.map(({ name, terms }) => [name, terms] as const)]) };
}
