import type { Digest } from '../../domain/findings/fingerprint.js';
import { after } from '../../domain/lifecycle/after.js';
import { unanswered } from '../../domain/model/awaited.js';
import type { OpinionSubmitted, ReviewEvent } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import { markedByContent } from '../../domain/objections/same-content.js';
import { seatName } from '../../domain/model/seat.js';
import { concluded } from '../commands/conclude.js';

interface Deciding {
  readonly digest: Digest;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whoever ran the round stopped it. */
  readonly stopped?: boolean;
}

/**
 * Opinions of a round some of whose agents come by themselves. The decision comes with the last that is owed, in the same append,
 * whichever process that is.
 */
export function given(review: Review, opinions: readonly OpinionSubmitted[], on: Deciding): readonly ReviewEvent[] {
  const submitted = opinions.map(({ opinion, ...by }): ReviewEvent => ({
    type: 'opinion_submitted',
    data: { opinion: markedByContent(opinion, review.change, on.digest), ...by },
  }));
  const state = after(review, submitted, on.now);
  const heard = new Set(state.opinions.map(({ seat }) => seatName(seat)));
  const complete = (state.awaited?.owed ?? []).every((seat) => heard.has(seat));
  return complete ? [...submitted, ...concluded(state, [], on)] : submitted;
}

/** Seats whose time has ended by `now` did not review. */
export function withUnanswered(review: Review, on: Deciding): readonly ReviewEvent[] {
  const opinions = unanswered(review, on.now);
  return given(
    review,
    opinions.map((opinion) => ({ opinion })),
    on,
  );
}
