import type { PeerReview, ReviewMetrics } from '../peer-review.js';
import type { PeerDependencies } from './dependencies.js';

const day = 24 * 60 * 60_000;
const lengths = { day, week: 7 * day, month: 30 * day } as const;
const minute = 60_000;

/** How reviews of a period ended, counted from the store. Without a period: all of them. */
export async function metrics(
  { store, clock }: Pick<PeerDependencies, 'store' | 'clock'>,
  { period, agent, type }: Parameters<PeerReview['metrics']>[0],
): Promise<ReviewMetrics> {
  const counts = await store.countReviews({
    ...(period === undefined ? {} : { since: clock.now() - lengths[period] }),
    ...(agent === undefined ? {} : { agent }),
    ...(type === undefined ? {} : { type }),
  });
  const { averageReviewMs, averageConfidence } = counts;
  return {
    period: period ?? 'all',
    totalReviews: counts.total,
    approved: counts.approved,
    changesRequested: counts.changesRequested,
    rejected: counts.rejected,
    escalated: counts.escalated,
    averageReviewMinutes: averageReviewMs === null ? null : tenths(averageReviewMs / minute),
    averageConfidence: averageConfidence === null ? null : tenths(averageConfidence),
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
