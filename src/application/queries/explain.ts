import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Explanation } from '../application.js';
import type { Store } from '../ports/store.js';
import { findReviewRow, loadReview } from './find-review.js';

/** Why a review ended as it did, from the journal alone: every rule that was looked at. */
export async function explain(store: Store, id: string): Promise<Explanation | Refusal> {
  const row = await findReviewRow(store, id);
  if (isRefusal(row)) return row;
  const { review } = await loadReview(store, row.id);
  return {
    review: row,
    classification: review.classification,
    policy: review.policy,
    rules: [...review.openingRules, ...(review.decision?.rules ?? [])],
    outcome: review.decision?.outcome ?? null,
  };
}
