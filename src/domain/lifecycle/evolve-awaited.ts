import type { Awaited, AwaitedSeat } from '../model/awaited.js';
import type { Recorded, ReviewEvent } from '../model/event.js';
import type { Review } from '../model/review.js';
import { seatName } from '../model/seat.js';

/** The seats of `review` that wait for their agents, after the event that led to it; undefined where there are none. */
export function evolveAwaited({ awaited }: Review, recorded: Recorded): Awaited | undefined {
  const event = { type: recorded.type, data: recorded.data } as ReviewEvent;
  if (event.type === 'seats_handed_out') {
    const { seats, ...round } = event.data;
    const none = { nonceDigest: null, spentNonces: [], context: null, startedAt: null };
    return { ...round, seats: seats.map((seat): AwaitedSeat => ({ ...seat, ...none })) };
  }
  if (awaited === undefined) return undefined;
  switch (event.type) {
    case 'seat_claimed': {
      const { seat, nonceDigest, context = null } = event.data;
      return mapSeat(awaited, seat, (own) => ({
        ...spent(own),
        nonceDigest,
        context,
        startedAt: own.startedAt ?? recorded.at,
      }));
    }
    case 'opinion_submitted':
      return mapSeat(awaited, seatName(event.data.opinion.seat), spent);
    // Another round hands out its own.
    case 'review_revised':
      return undefined;
    default:
      return awaited;
  }
}

function mapSeat(awaited: Awaited, name: string, map: (seat: AwaitedSeat) => AwaitedSeat): Awaited {
  return { ...awaited, seats: awaited.seats.map((each) => (seatName(each.seat) === name ? map(each) : each)) };
}

function spent(seat: AwaitedSeat): AwaitedSeat {
  const { nonceDigest, spentNonces } = seat;
  return nonceDigest === null ? seat : { ...seat, nonceDigest: null, spentNonces: [...spentNonces, nonceDigest] };
}
