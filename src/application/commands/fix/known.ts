import { corpusOf } from '../../../domain/findings/match-corpus.js';
import { matchScore } from '../../../domain/findings/match.js';
import type { Standing } from '../../../domain/fix-loop/loop.js';
import type { Finding } from '../../../domain/model/finding.js';
import { standingOf } from '../../../domain/fix-loop/standing.js';

/** Findings of all rounds so far, by the key under which the loop knows each problem. */
export type Known = ReadonlyMap<string, readonly Finding[]>;

/** Findings as the loop has to know them, and what is known after them. */
export function known(findings: readonly Finding[], before: Known): { standing: readonly Standing[]; known: Known } {
  const next = new Map(before);
  const standing = findings.map((finding) => {
    const key = keyOf(finding, before);
    next.set(key, [...(next.get(key) ?? []), finding]);
    return standingOf(finding, key);
  });
  return { standing, known: next };
}

/** The key of a problem that is known, by its id or because it says the same of the same place in other words. */
export function keyOf(finding: Finding, known: Known): string {
  for (const [key, earlier] of known) if (earlier.some(({ id }) => id === finding.id)) return key;
  for (const [key, earlier] of known)
    if (earlier.some((each) => each.file === finding.file && matchScore(each, finding, corpusOf([each, finding])).same))
      return key;
  return finding.id;
}
