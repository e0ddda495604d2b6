import type { Reviewer } from './ports/reviewer.js';
import { seatName } from '../domain/model/seat.js';

/** Several ways to get opinions as one: all of them work at the same time, and none waits for another. */
export function sideBySide(reviewers: readonly Reviewer[]): Reviewer {
  return {
    seats: (packet) => reviewers.flatMap((reviewer) => reviewer.seats(packet)),
    review: async (packet, seats, progress, signal) => {
      const asked = new Set(seats.map(seatName));
      const opinions = await Promise.all(
        reviewers.map(async (reviewer) => {
          const own = reviewer.seats(packet).filter((seat) => asked.has(seatName(seat)));
          return own.length === 0 ? [] : reviewer.review(packet, own, progress, signal);
        }),
      );
      return opinions.flat();
    },
  };
}
