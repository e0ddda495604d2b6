import type { Recorded } from '../../domain/model/event.js';
import type { Review, ReviewStatus } from '../../domain/model/review.js';

/** The events of a review from the journal, those after the one that is looked at included. */
export type HistoryOf = (stream: string) => Promise<readonly Recorded[]>;

/** Where a decided review mostly ends: few get another decision. */
const mostlyOver: ReadonlySet<ReviewStatus> = new Set<ReviewStatus>(['approved', 'rejected', 'skipped']);

/** Whether a review that comes out the same is put to rest: what it rests on is read again where it is decided once more. */
export function mayRest({ status }: Review): boolean {
  return mostlyOver.has(status);
}

/**
 * The review without what was changed, said and found: a tenth of it. It still says which events can follow, and no more: ten thousand
 * reviews that come out the same are not all kept whole.
 */
export function rested(review: Review): Review {
  const { change, decision, peer } = review;
  return {
    ...review,
    change: { ...change, files: [], commits: [], notes: [] },
    decision: decision === null ? null : { ...decision, rules: [] },
    peer: peer === null ? null : { ...peer, rounds: [], earlier: [] },
    ...{ criteria: [], openingRules: [], exclusions: {}, carried: {}, opinions: [], findings: [] },
  };
}
