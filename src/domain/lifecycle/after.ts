import type { Recorded, ReviewEvent } from '../model/event.js';
import { BrokenHistory } from '../model/broken-history.js';
import type { Review } from '../model/review.js';
import { evolve } from './evolve.js';

/** The state that events would lead to, before they are recorded: what is decided on it stands in the same append. */
export function after(review: Review, events: readonly ReviewEvent[], at: number): Review {
  return events.reduce((state, event) => evolve(state, unrecorded(review.id, event, at)), review);
}

/** The state of a review that is about to be opened. Throws `BrokenHistory` when the first event does not open it. */
export function opening(id: string, events: readonly ReviewEvent[], at: number): Review {
  let review: Review | undefined;
  for (const event of events) review = evolve(review, unrecorded(id, event, at));
  if (review === undefined) throw new BrokenHistory(`review/${id}: nothing opens it`);
  return review;
}

/** The state is a function of stream, time, type and data; what the journal adds has no part in it. */
function unrecorded(id: string, { type, data }: ReviewEvent, at: number): Recorded {
  return { position: 0, stream: `review/${id}`, version: 0, at, actor: '', type, data, previous: '', hash: '' };
}
