import type { JudgedFilter } from '../../../application/ports/calibration.js';
import { judgedOpinions } from '../../../domain/calibration/judged.js';
import type { Review } from '../../../domain/model/review.js';

/** `reviews`, the newest first. */
export function judgedAmong(reviews: readonly Review[], { reviewer, limit }: JudgedFilter) {
  const all = reviews.flatMap((review) => judgedOpinions(review).toReversed());
  return all.filter((each) => reviewer === undefined || each.reviewer === reviewer).slice(0, limit);
}
