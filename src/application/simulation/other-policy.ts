import type { Digest } from '../../domain/findings/fingerprint.js';
import type { Change } from '../../domain/model/change.js';
import type { PathFact, Policy } from '../../domain/model/policy.js';
import type { EvaluateCondition } from '../../domain/policy/facts.js';
import { pathFacts, type GlobMatcher } from '../../domain/policy/path-facts.js';

/** The policy under which the recorded history is decided again. */
export interface OtherPolicy {
  readonly policy: Policy;
  /** `sha256` hex of its text. */
  readonly digest: string;
}

/** Another policy with what it says of paths. */
export interface AppliedPolicy extends OtherPolicy {
  readonly pathsOf: (change: Change) => readonly PathFact[];
}

/** What a simulation computes with: functions without side effects. */
export interface SimulationTools {
  readonly digest: Digest;
  readonly evaluate: EvaluateCondition;
  readonly matches: GlobMatcher;
  /** Roles that the embedded reviewers play. */
  readonly embeddedRoles: ReadonlySet<string>;
}

/** The same finding is fingerprinted in every way in which a round may have gone. Forgets all where it grows. */
export function rememberingDigest(digest: Digest): Digest {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostDigests) known.clear();
    const made = digest(text);
    known.set(text, made);
    return made;
  };
}

const mostDigests = 10_000;

/** What the policy says of every path of a change, old names of renames included; the same files change again and again. */
export function rememberingPaths(policy: Policy, matches: GlobMatcher): (change: Change) => readonly PathFact[] {
  const known = new Map<string, PathFact>();
  const compiled = new Map<string, ReturnType<GlobMatcher>>();
  const once: GlobMatcher = (glob) => {
    const hits = compiled.get(glob) ?? matches(glob);
    compiled.set(glob, hits);
    return hits;
  };
  const of = (path: string): readonly PathFact[] => {
    const before = known.get(path);
    if (before !== undefined) return [before];
    const facts = pathFacts(policy, [path], once);
    for (const fact of facts) known.set(path, fact);
    return facts;
  };
  return ({ files }) => {
    const paths = new Set<string>();
    for (const { path, oldPath } of files) {
      paths.add(path);
      if (oldPath !== undefined) paths.add(oldPath);
    }
    return [...paths].flatMap(of);
  };
}
