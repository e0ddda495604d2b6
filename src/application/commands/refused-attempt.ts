import { addsToRecord } from '../../domain/identity/attempts.js';
import type { AttemptRefused } from '../../domain/model/event.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';

const attempts = 20;

/**
 * Keeps on record that somebody tried what they may not (SPEC 5.1); the review stays as it is. What adds
 * nothing to the record is only refused. Returns the refusal, so
 * that a use case ends with it. Throws when others never stop writing to the review.
 */
export async function refusedOnRecord(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  reviewId: string,
  refusal: Refusal,
  who: Omit<AttemptRefused, 'code'>,
): Promise<Refusal> {
  const stream = `review/${reviewId}` as const;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const history = await store.readStream(stream);
    const data: AttemptRefused = { ...who, code: refusal.code };
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
  throw new Error(`a refused attempt on review ${reviewId} was not recorded: others kept writing to it`);
}
