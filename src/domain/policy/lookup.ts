import type { Policy, ReviewerLine } from '../model/policy.js';
import type { Criterion } from '../model/review.js';
import { defaultCriteria } from './default-criteria.js';

/** Stored spelling of roles and agent names (SPEC 3: `-` and `_` are both accepted). */
export function kebabCase(name: string): string {
  return name.trim().toLowerCase().replaceAll('_', '-');
}

/** Criteria asked of a change of this type: its own, else those of `*`. */
export function criteriaFor(policy: Policy, type: string): readonly Criterion[] {
  return own(policy.criteria, type) ?? own(policy.criteria, '*') ?? defaultCriteria(policy.testCommand !== null);
}

/** Key of `criteria` that holds for the type. */
export function criteriaKey(policy: Policy, type: string): string {
  return own(policy.criteria, type) === undefined ? '*' : type;
}

/**
 * Who reviews a creator, with the key of the matrix that says so. `creator` is an agent's name or a role; `roles` are those
 * that a token gives it.
 */
export function reviewerLineFor(
  policy: Policy,
  creator: string,
  roles: readonly string[] = [],
): { readonly key: string; readonly line: ReviewerLine } | undefined {
  const name = kebabCase(creator);
  for (const key of [name, own(policy.agents, name)?.role, ...roles, '*']) {
    const line = key === undefined ? undefined : own(policy.reviewerMatrix, key);
    if (key !== undefined && line !== undefined) return { key, line };
  }
  return undefined;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
