import { figuresOf, groupsBy, type Group } from '../../domain/metrics/figures.js';
import { recommendations } from '../../domain/metrics/recommend.js';
import { dayOf, sumOf } from '../../domain/metrics/tally.js';
import type { GroupMetrics, PeerReview, ReviewMetrics } from '../peer-review.js';
import type { PeerDependencies } from './dependencies.js';

const day = 24 * 60 * 60_000;
const minute = 60_000;

/** Days of a period, today included; days begin at midnight UTC. */
const days = { day: 1, week: 7, month: 30 } as const;

/** How reviews that were requested in a period stand, from the counters of the store. Without a period: all of them. */
export async function metrics(
  { store, clock }: Pick<PeerDependencies, 'store' | 'clock'>,
  { period, agent, type }: Parameters<PeerReview['metrics']>[0],
): Promise<ReviewMetrics> {
  const rows = await store.tallies({
    ...(period === undefined ? {} : { since: dayOf(clock.now() - (days[period] - 1) * day) }),
    ...(agent === undefined ? {} : { agent }),
    ...(type === undefined ? {} : { type }),
  });
  const all = sumOf(rows);
  const figures = figuresOf(all);
  const types = groupsBy('type', rows);
  return {
    period: period ?? 'all',
    totalReviews: all.reviews,
    approved: all.approved,
    changesRequested: all.changesRequested,
    rejected: all.rejected,
    escalated: all.escalated,
    skipped: all.skipped,
    withdrawn: all.withdrawn,
    averageReviewMinutes: mean(all.reviewMs / minute, all.timed),
    averageConfidence: mean(all.confidence, all.judged),
    figures: figures.map((figure) => ({ ...figure, value: figure.value === null ? null : tenths(figure.value) })),
    byType: types.map(groupMetrics),
    byCreator: groupsBy('creator', rows).map(groupMetrics),
    byReviewer: groupsBy('reviewer', rows).map(groupMetrics),
    byWeek: groupsBy('week', rows).map(groupMetrics),
    recommendations: recommendations(figures, types),
  };
}

function groupMetrics({ name, counts }: Group): GroupMetrics {
  return {
    name,
    reviews: counts.reviews,
    approved: counts.approved,
    changesRequested: counts.changesRequested,
    rejected: counts.rejected,
    escalated: counts.escalated,
    firstPassApproval: mean(counts.approvedAtOnce * 100, counts.decidedOnce),
    averageRevisions: mean(counts.revisions, counts.approved),
    averageReviewMinutes: mean(counts.reviewMs / minute, counts.timed),
    averageConfidence: mean(counts.confidence, counts.judged),
  };
}

function mean(sum: number, evidence: number): number | null {
  return evidence === 0 ? null : tenths(sum / evidence);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
