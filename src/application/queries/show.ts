import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Store } from '../ports/store.js';
import type { ReviewDocument } from './document.js';
import { findReviewRow, loadReview } from './find-review.js';
import { questionOf } from './question.js';
import { toDocument } from './to-document.js';

/** One review as the documented object, with the question to a person as it stands now. */
export async function show(store: Store, id: string): Promise<ReviewDocument | Refusal> {
  const row = await findReviewRow(store, id);
  if (isRefusal(row)) return row;
  const { review } = await loadReview(store, row.id);
  const escalation = await questionOf(store, review);
  return { ...toDocument(review), ...(escalation === null ? {} : { escalation }) };
}
