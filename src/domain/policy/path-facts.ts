import type { Service } from '../model/memory.js';
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
    const service = hit.findLast((rule) => rule.service !== undefined)?.service;
    const isProtected = hit.some((rule) => rule.sensitivity === 'protected');
    return {
      path,
      actionTypes: [...new Set(hit.flatMap((rule) => rule.actionType ?? []))],
      sensitive: isProtected || hit.some((rule) => rule.sensitivity === 'sensitive'),
      protected: isProtected,
      ...(service !== undefined && { service }),
      excludable: isProtected
        ? []
        : exclusions.filter((each) => each.hits.some((matchesGlob) => matchesGlob(path))).map((each) => each.rule),
    };
  });
}

/** The services that a change touches, with what reviewers of each are told; empty where the policy names none of them. */
export function servicesOf(policy: Pick<Policy, 'paths'>, facts: readonly PathFact[]): readonly Service[] {
  const names = [...new Set(facts.flatMap(({ service }) => service ?? []))].sort();
  return names.map((name) => ({
    name,
    paths: facts.filter(({ service }) => service === name).map(({ path }) => path),
    rules: [...new Set(policy.paths.flatMap(({ service, rules = [] }) => (service === name ? rules : [])))],
  }));
}
