import type { PolicyChanged } from '../../model/event.js';
import type { Criterion, Review } from '../../model/review.js';

/**
 * Whether the policy of the base moved on since the review last saw it, and which required criteria differ: those of the
 * beginning stay in force, and another review is asked where one differs (SPEC 5.3).
 */
export function policyChange(
  { policy, criteria, peer }: Review,
  now: { readonly digest: string; readonly criteria: readonly Criterion[] },
): PolicyChanged | undefined {
  if (now.digest === (peer?.policyChanged?.digest ?? policy.digest)) return undefined;
  return { digest: now.digest, criteria: differing(required(criteria), required(now.criteria)) };
}

function required(criteria: readonly Criterion[]): ReadonlySet<string> {
  return new Set(criteria.filter((criterion) => criterion.required).map(({ name }) => name));
}

function differing(before: ReadonlySet<string>, now: ReadonlySet<string>): readonly string[] {
  return [...new Set([...before, ...now])].filter((name) => before.has(name) !== now.has(name)).sort();
}
