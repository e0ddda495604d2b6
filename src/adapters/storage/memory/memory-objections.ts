import type { Review } from '../../../domain/model/review.js';
import { bears } from '../../../domain/objections/marks.js';
import { objectionsIn } from '../../../domain/objections/standing.js';

export function objecting(reviews: Iterable<Review>, marks: readonly string[]): readonly string[] {
  const all = new Set(marks);
  return [...reviews]
    .filter((review) => objectionsIn(review).some(({ raised }) => bears(all, raised.marks)))
    .map(({ id }) => id)
    .sort();
}
