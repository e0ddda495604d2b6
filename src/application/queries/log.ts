import type { JournalEvent, Recorded } from '../../domain/model/event.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Store } from '../ports/store.js';
import { findNamed, type Named } from './find-named.js';

/** Events of one review, run or gate, or of the whole journal, in order. */
export async function log(
  store: Store,
  id: string | undefined,
): Promise<AsyncIterable<Recorded<JournalEvent>> | Refusal> {
  if (id === undefined) return store.readAll();
  const named = await findNamed(store, id);
  return isRefusal(named) ? named : stream(store, named);
}

async function* stream(store: Store, { of, id }: Named): AsyncGenerator<Recorded<JournalEvent>> {
  yield* await store.readStream(`${of}/${id}`);
}
