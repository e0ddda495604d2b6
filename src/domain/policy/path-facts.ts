import type { PathFact, Policy } from '../model/policy.js';

/** Compiles a glob once; the result says whether a path matches. Case is ignored and dot files match. */
export type GlobMatcher = (glob: string) => (path: string) => boolean;

/**
 * What the policy says about each path, in the order given. Give both names of a rename: moving a protected file away
 * is a change of it.
 */
export function pathFacts(policy: Policy, paths: readonly string[], matches: GlobMatcher): PathFact[] {
  const rules = policy.paths.map((rule) => ({ rule, hits: matches(rule.glob) }));
  const exclusions = policy.coverage.exclude.map((rule) => ({ rule, hits: rule.globs.map(matches) }));
  return paths.map((path) => {
    const hit = rules.filter((each) => each.hits(path)).map((each) => each.rule);
    const isProtected = hit.some((rule) => rule.sensitivity === 'protected');
    return {
      path,
      actionTypes: [...new Set(hit.flatMap((rule) => rule.actionType ?? []))],
      sensitive: isProtected || hit.some((rule) => rule.sensitivity === 'sensitive'),
      protected: isProtected,
      excludable: isProtected
        ? []
        : exclusions.filter((each) => each.hits.some((matchesGlob) => matchesGlob(path))).map((each) => each.rule),
    };
  });
}
