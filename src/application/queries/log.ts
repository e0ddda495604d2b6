import type { JournalEvent, Recorded } from '../../domain/model/event.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Store } from '../ports/store.js';
import { findReviewRow } from './find-review.js';

/** Events of one review, or of the whole journal, in order. */
export async function log(
  store: Store,
  id: string | undefined,
): Promise<AsyncIterable<Recorded<JournalEvent>> | Refusal> {
  if (id === undefined) return store.readAll();
  const row = await findReviewRow(store, id);
  return isRefusal(row) ? row : stream(store, row.id);
}

async function* stream(store: Store, id: string): AsyncGenerator<Recorded<JournalEvent>> {
  yield* await store.readStream(`review/${id}`);
}
