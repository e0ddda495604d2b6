import { SETTLED_LOOKED_AT } from '../../../application/ports/store.js';
import { countsOf, sumOf } from '../../../domain/analytics/counts.js';
import type { AnalyticsCount } from '../../../domain/model/analytics.js';
import type { Evidence, PatternKey } from '../../../domain/model/pattern.js';
import type { Review } from '../../../domain/model/review.js';
import { evidenceOf, latest, neverForgotten } from '../../../domain/patterns/evidence.js';
import { settledContent } from '../../../domain/reverts/settled-content.js';

/** `reviews` in the order in which they were requested. */
export function patternEvidence(reviews: Iterable<Review>, { creator, type }: PatternKey): readonly Evidence[] {
  const all = [...reviews]
    .filter((review) => review.creator === creator && review.type === type)
    .flatMap((review) => evidenceOf(review) ?? [])
    .reverse()
    .sort((a, b) => b.at - a.at);
  const told = new Set([
    ...latest(all),
    ...neverForgotten.flatMap((outcome) => all.find((each) => each.outcome === outcome) ?? []),
  ]);
  return all.filter((each) => told.has(each));
}

export function listPatterns(reviews: Iterable<Review>): readonly PatternKey[] {
  const keys = new Map<string, PatternKey>();
  for (const review of reviews) {
    const { creator, type } = review;
    if (evidenceOf(review) !== undefined) keys.set(JSON.stringify([creator, type]), { creator, type });
  }
  const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return [...keys.values()].sort((a, b) => inOrder(a.creator, b.creator) || inOrder(a.type, b.type));
}

/** `reviews` are the newest first. */
export function settledWith(reviews: readonly Review[], objects: readonly string[]): readonly string[] {
  const found = reviews.filter((review) => settledContent(review).some((object) => objects.includes(object)));
  return found.slice(0, SETTLED_LOOKED_AT).map(({ id }) => id);
}

export function analyticsCounts(reviews: Iterable<Review>): readonly AnalyticsCount[] {
  return sumOf([...reviews].flatMap(countsOf));
}
