import type { ReadFinding } from '../reading.js';
import { wordsOf } from '../text/words.js';

/** Share of the shorter text's words that the other must have to be the same claim about the same place. */
const sameClaim = 0.5;
/** Findings of one place that are compared with each other: more can't be one reviewer's repeats. */
const mostCompared = 50;

/** Leaves out a finding that the same answer states again for the same place; its lines stay in the remarks. */
export function withoutRepeats(findings: readonly ReadFinding[]): readonly ReadFinding[] {
  const byPlace = new Map<string, ReadFinding[]>();
  return findings.filter((finding) => {
    const key = `${finding.file?.split('/').at(-1) ?? ''}:${finding.line ?? ''}`;
    const known = byPlace.get(key) ?? [];
    if (known.slice(0, mostCompared).some((other) => isSame(other, finding))) return false;
    byPlace.set(key, [...known.slice(0, mostCompared), finding]);
    return true;
  });
}

function isSame(one: ReadFinding, other: ReadFinding): boolean {
  if (one.message === other.message && one.file === other.file) return true;
  if (one.line === undefined || one.file === undefined) return false;
  const [first, second] = [contentOf(one.message), contentOf(other.message)];
  const shared = [...first].filter((word) => second.has(word)).length;
  return shared / Math.max(1, Math.min(first.size, second.size)) > sameClaim && Math.max(first.size, second.size) > 2;
}

function contentOf(message: string): ReadonlySet<string> {
  return new Set(wordsOf(message.slice(0, 500)).filter((word) => word.length > 3));
}
