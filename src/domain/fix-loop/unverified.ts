import { counts, type Finding } from '../model/finding.js';
import type { Review } from '../model/review.js';
import { seatName } from '../model/seat.js';

type Round = Pick<Review, 'findings' | 'opinions'>;

/**
 * Findings of earlier rounds of a fix loop that stand: a seat that raised one came to no conclusion on what the fixer made, and
 * nobody raised it again. That another seat approves meanwhile mends nothing (SPEC 2, rules 4 and 5). Minor ones do not block.
 */
export function unverified({ fix, findings, opinions }: Round & Pick<Review, 'fix'>): readonly Finding[] {
  const earlier = (fix?.earlier ?? []).filter((finding) => counts(finding) && finding.severity !== 'minor');
  if (earlier.length === 0) return [];
  const raisedAgain = new Set(findings.map(({ id }) => id));
  const seenBy = judgedBy({ findings, opinions });
  return earlier.filter((finding) => !raisedAgain.has(finding.id) && !seenBy(finding));
}

/** Whether every seat that raised a finding came to a conclusion in this round, by itself and not through a stand-in. */
export function judgedBy({ opinions }: Round): (finding: Finding) => boolean {
  const conclusive = new Set(
    opinions.flatMap(({ seat, verdict, failure }) =>
      failure === undefined && verdict !== 'inconclusive' ? [seatName(seat)] : [],
    ),
  );
  return ({ sources }) => sources.every(({ seat }) => conclusive.has(seat));
}
