import type { EventOf, JournalStream, Recorded } from '../../domain/model/event.js';
import type { Store } from '../ports/store.js';

/**
 * Fires what is due of one stream, one append each; whoever loses the race looks again. `effect` says what follows from all that happened,
 * undefined where nothing is due. The number of deadlines that fired.
 */
export async function fireDue<S extends JournalStream>(
  store: Store,
  { stream, now }: { readonly stream: S; readonly now: number },
  effect: (
    history: readonly Recorded<EventOf<S>>[],
  ) => readonly EventOf<S>[] | undefined | Promise<readonly EventOf<S>[] | undefined>,
): Promise<number> {
  let fired = 0;
  for (;;) {
    const history = await store.readStream(stream);
    const events = await effect(history);
    if (events === undefined) return fired;
    const append = { stream, expectedVersion: history.length, actor: 'countersign', at: now, events };
    if ((await store.append(append)).outcome === 'appended') fired += 1;
  }
}
