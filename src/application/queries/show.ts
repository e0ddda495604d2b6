import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Store } from '../ports/store.js';
import type { ReviewDocument } from './document.js';
import { findReviewRow, loadReview } from './find-review.js';
import { toDocument } from './to-document.js';

/** One review as the documented object. */
export async function show(store: Store, id: string): Promise<ReviewDocument | Refusal> {
  const row = await findReviewRow(store, id);
  if (isRefusal(row)) return row;
  return toDocument((await loadReview(store, row.id)).review);
}
