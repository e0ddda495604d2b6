import { counts, type Finding } from '../model/finding.js';
import type { Change } from '../model/change.js';
import type { Opinion } from '../model/opinion.js';
import type { Review } from '../model/review.js';

/** `sha256` hex of a UTF-8 text. */
type Digest = (text: string) => string;

/** By what exactly this content is known again. */
export function contentMark({ baseTree, headTree }: Pick<Change, 'baseTree' | 'headTree'>, digest: Digest): string {
  return digest(`content ${baseTree} ${headTree}`).slice(0, 20);
}

/**
 * The opinion of an agent that was asked at once: what it objects to above minor stands against exactly this content, whoever has
 * it reviewed again (SPEC 2, rule 5). Embedded reviewers say the same of the same content; a blank line brings other eyes anyway.
 */
export function markedByContent(opinion: Opinion, change: Change, digest: Digest): Opinion {
  if (opinion.seat.driver === 'embedded' || opinion.failure !== undefined) return opinion;
  const marks = { at: [contentMark(change, digest)], around: [] };
  const findings = opinion.findings.map((finding) => (finding.severity === 'minor' ? finding : { ...finding, marks }));
  return { ...opinion, findings, marks };
}

/** Of what earlier reviews objected to, that which stands and was not raised again in this round. */
export function standingOnContent(
  { inherited = [] }: Pick<Review, 'inherited'>,
  raised: readonly Finding[],
): readonly Finding[] {
  const again = new Set(raised.map(({ fingerprint }) => fingerprint));
  return inherited.filter((finding) => counts(finding) && !again.has(finding.fingerprint));
}
