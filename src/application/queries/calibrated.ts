import { judgedOpinions } from '../../domain/calibration/judged.js';
import { calibrations, type Calibration } from '../../domain/calibration/score.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import type { Store } from '../ports/store.js';

/** How many of the latest decided reviews are looked at, so that an answer costs the same in a store of any size. */
const REVIEWS_LOOKED_AT = 500;

/** How far what reviewers say of their confidence can be believed, from the journal (SPEC 7). */
export async function calibrated(store: Pick<Store, 'listReviews' | 'readStream'>): Promise<readonly Calibration[]> {
  const decided = ['approved', 'changes_requested', 'rejected'] as const;
  const rows = await store.listReviews({ status: decided, limit: REVIEWS_LOOKED_AT });
  const judged = [];
  for (const { id } of rows) {
    const review = fold(await store.readStream(`review/${id}`));
    if (review !== undefined) judged.push(...judgedOpinions(review));
  }
  return calibrations(judged);
}
