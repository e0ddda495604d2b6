import type { PolicyChanged } from '../../model/event.js';
import type { Criterion, Review } from '../../model/review.js';

/** A policy as far as a review that is under way is concerned. */
export interface PolicyNow {
  readonly digest: string;
  readonly criteria: readonly Criterion[];
}

/**
 * Whether the policy moved on since the review last saw it, and which required criteria differ: those of the beginning stay
 * in force, and another review is asked where one differs (SPEC 5.3). What was noted once is not noted again.
 */
export function policyChange(review: Review, now: PolicyNow): PolicyChanged | undefined {
  const { policy, peer } = review;
  if (now.digest === (peer?.policyChanged?.digest ?? policy.digest)) return undefined;
  return { digest: now.digest, criteria: criteriaChanged(review, now) };
}

/** Names of the criteria that are required now or were at the beginning, not both; sorted. */
export function criteriaChanged({ criteria }: Pick<Review, 'criteria'>, now: PolicyNow): readonly string[] {
  return differing(required(criteria), required(now.criteria));
}

function required(criteria: readonly Criterion[]): ReadonlySet<string> {
  return new Set(criteria.filter((criterion) => criterion.required).map(({ name }) => name));
}

function differing(before: ReadonlySet<string>, now: ReadonlySet<string>): readonly string[] {
  return [...new Set([...before, ...now])].filter((name) => before.has(name) !== now.has(name)).sort();
}
