import { fold } from '../../domain/lifecycle/evolve.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';

const attempts = 20;

/** Appends to the review, as what it is at that moment demands. */
export type RecordEvents = (
  next: readonly ReviewEvent[] | ((review: Review | undefined) => readonly ReviewEvent[]),
) => Promise<Review>;

/** Writes to one review's stream. Others may put refused attempts on it meanwhile, and end it once its lease has passed. */
export function recorder(
  on: { readonly store: Store; readonly clock: Clock },
  id: string,
  creator: string,
  /** Where the review may stand when something is written to it. */
  mayWrite: (review: Review) => boolean = ({ status }) => status === 'in_progress',
): RecordEvents {
  const stream = `review/${id}` as const;
  return async (next) => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const before = await on.store.readStream(stream);
      const state = fold(before);
      if (state !== undefined && !mayWrite(state))
        throw new Error(
          `review ${id} was ended by another process: it took longer than its lease, or somebody else decided it`,
        );
      const events = typeof next === 'function' ? next(state) : next;
      const at = on.clock.now();
      const appended = await on.store.append({ stream, expectedVersion: before.length, actor: creator, at, events });
      if (appended.outcome === 'conflict') continue;
      const review = fold([...before, ...appended.events]);
      if (review === undefined) throw new Error(`review ${id} has no events`);
      return review;
    }
    throw new Error(`review ${id} could not be recorded: others kept writing to it`);
  };
}
