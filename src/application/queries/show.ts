import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { identify, type Caller, type IdentifyDependencies } from '../identify.js';
import type { Branches } from '../ports/branches.js';
import type { ReviewDocument } from './document.js';
import { findReviewRow, loadReview } from './find-review.js';
import { movedOn } from './moved-on.js';
import { questionOf } from './question.js';
import { seenByOwing } from './seen-by.js';
import { toDocument } from './to-document.js';

/** One review as the documented object, as the caller may see it, with the question to a person as it stands now. */
export async function show(
  on: IdentifyDependencies & { readonly branches: Branches },
  caller: Pick<Caller, 'token'>,
  id: string,
): Promise<ReviewDocument | Refusal> {
  const { store } = on;
  const row = await findReviewRow(store, id);
  if (isRefusal(row)) return row;
  const { review } = await loadReview(store, row.id);
  const by = await identify(on, caller);
  const document = seenByOwing(review, by === undefined || isRefusal(by) ? undefined : by.name) ?? toDocument(review);
  const [escalation, moved] = await Promise.all([questionOf(store, review), movedOn(review.change, on.branches)]);
  const change = moved === undefined ? document.change : { ...document.change, movedOn: moved };
  return { ...document, change, ...(escalation === null ? {} : { escalation }) };
}
