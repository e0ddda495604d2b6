import type { ReviewDocument } from '../application/queries/document.js';
import { show } from '../application/queries/show.js';
import type { Store } from '../application/ports/store.js';
import type { Refusal } from '../domain/model/refusal.js';
import { digest } from './digest.js';
import type { Start } from './store-directory.js';

/** A review as whoever has the token of this start may see it. */
export function showReview({ token }: Start, store: Store, id: string): Promise<ReviewDocument | Refusal> {
  return show({ store, digest }, { token }, id);
}
