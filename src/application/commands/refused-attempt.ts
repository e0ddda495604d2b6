import { addsToRecord } from '../../domain/identity/attempts.js';
import type { AttemptRefused, JournalStream } from '../../domain/model/event.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';

const attempts = 20;

interface On {
  readonly store: Store;
  readonly clock: Clock;
}

/** As `refusedOnStream`, of a review. */
export function refusedOnRecord(
  on: On,
  reviewId: string,
  refusal: Refusal,
  who: Omit<AttemptRefused, 'code'>,
): Promise<Refusal> {
  return refusedOnStream(on, `review/${reviewId}`, refusal, who);
}

/**
 * Keeps on record that somebody tried what they may not (SPEC 5.1); the state of the stream stays as it is. What adds nothing to
 * the record is only refused. Returns the refusal, so that a use case ends with it. Throws when others never stop writing to it.
 */
export async function refusedOnStream(
  { store, clock }: On,
  stream: JournalStream,
  refusal: Refusal,
  who: Omit<AttemptRefused, 'code'>,
): Promise<Refusal> {
  const data: AttemptRefused = { ...who, code: refusal.code };
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const history = await store.readStream(stream);
    const at = clock.now();
    if (!addsToRecord(history, data, at)) return refusal;
    const appended = await store.append({
      stream,
      expectedVersion: history.length,
      actor: who.actor,
      at,
      events: [{ type: 'attempt_refused', data }],
    });
    if (appended.outcome === 'appended') return refusal;
  }
  throw new Error(`a refused attempt on ${stream.replace('/', ' ')} was not recorded: others kept writing to it`);
}
