import type { Replayed } from '../application/application.js';
import type { Store } from '../application/ports/store.js';
import { log } from '../application/queries/log.js';
import { replay as decideAgain } from '../application/queries/replay.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { digest } from './digest.js';

export async function replay(store: Store, id: string | undefined): Promise<Replayed | Refusal> {
  const events = await log(store, id);
  return isRefusal(events) ? events : decideAgain(events, digest);
}
