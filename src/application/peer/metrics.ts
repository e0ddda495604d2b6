import { figuresOf, formationFigure, groupsBy, type Group } from '../../domain/metrics/figures.js';
import { recommendations } from '../../domain/metrics/recommend.js';
import { dayOf, sumOf } from '../../domain/metrics/tally.js';
import { trendsOf } from '../../domain/metrics/trend.js';
import type { GroupMetrics, PeerReview, PutToPersons, ReviewMetrics } from '../peer-review.js';
import { formedAfter } from '../patterns/formed.js';
import type { PeerDependencies } from './dependencies.js';

const day = 24 * 60 * 60_000;
const minute = 60_000;

/** Days of a period, today included; days begin at midnight UTC. */
const days = { day: 1, week: 7, month: 30 } as const;

/**
 * How reviews that were requested in a period stand, from the counters of the store, and how that moved since the period before.
 * Without a period: all of them, and how the last week moved.
 */
export async function metrics(
  { store, clock }: Pick<PeerDependencies, 'store' | 'clock'>,
  { period, agent, type }: Parameters<PeerReview['metrics']>[0],
): Promise<ReviewMetrics> {
  const compared = days[period ?? 'week'];
  const since = dayOf(clock.now() - (compared - 1) * day);
  const before = dayOf(clock.now() - (2 * compared - 1) * day);
  const counted = await store.tallies({
    ...(period === undefined ? {} : { since: before }),
    ...(agent === undefined ? {} : { agent }),
    ...(type === undefined ? {} : { type }),
  });
  const inside = counted.filter(({ date }) => date >= since);
  const rows = period === undefined ? counted : inside;
  const past = counted.filter(({ date }) => date >= before && date < since);
  const all = sumOf(rows);
  const formed = await formedAfter(store, {
    ...(period === undefined ? {} : { since: Date.parse(since) }),
    ...(agent === undefined ? {} : { agent }),
    ...(type === undefined ? {} : { type }),
  });
  const figures = [...figuresOf(all), formationFigure(formed)];
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
    figures: figures.map((figure) => ({ ...figure, value: roundedTo(figure) })),
    byType: types.map(groupMetrics),
    byCreator: groupsBy('creator', rows).map(groupMetrics),
    byReviewer: groupsBy('reviewer', rows).map(groupMetrics),
    byWeek: groupsBy('week', rows).map(groupMetrics),
    trends: trendsOf(figuresOf(sumOf(inside)), figuresOf(sumOf(past))).map(({ before: from, now, ...trend }) => ({
      ...trend,
      before: tenths(from),
      now: tenths(now),
    })),
    recommendations: recommendations(figures, types),
  };
}

/** Questions to persons: what was answered in a period, the latest first, and what waits, the most urgent first. */
export async function questions(
  { store, clock }: Pick<PeerDependencies, 'store' | 'clock'>,
  { period }: Parameters<PeerReview['questions']>[0],
): Promise<PutToPersons> {
  const since = Date.parse(dayOf(clock.now() - (days[period] - 1) * day));
  const [answered, waiting] = await Promise.all([store.answeredQuestions(listed), store.listWaiting(listed)]);
  return { answered: answered.filter(({ at }) => at >= since), waiting };
}

/** Questions that a report names, of either kind. */
const listed = 50;

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

function roundedTo({ value, unit }: { readonly value: number | null; readonly unit: string }): number | null {
  if (value === null) return null;
  return unit === 'Brier score' ? Math.round(value * 1000) / 1000 : tenths(value);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
