import { openSeats } from '../../domain/model/awaited.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import type { Review } from '../../domain/model/review.js';
import { seatName } from '../../domain/model/seat.js';
import type { Progress } from '../application.js';
import type { Pause } from '../ports/clock.js';
import { tick, type TickDependencies } from '../deadlines/tick.js';

/** How often the journal is asked whether it went on, milliseconds. */
const interval = 250;

export interface AwaitDependencies extends TickDependencies {
  readonly pause: Pause;
  readonly progress: (step: Progress) => void;
  readonly signal: AbortSignal;
}

/**
 * Waits until a round is decided whose agents come by themselves: by the last answer, which another process records, or by the end of
 * their time. Nothing depends on the waiting: whoever stops it leaves the review as it is, in progress.
 */
export async function awaitSeats(on: AwaitDependencies, started: Review): Promise<Review> {
  const { store, clock, signal } = on;
  const told = new Map<string, string>();
  let review = started;
  let position = 0;
  while (review.status === 'in_progress' && !signal.aborted) {
    tell(on, told, review);
    await on.pause(interval, signal);
    if (openSeats(review).some(({ dueAt }) => dueAt <= clock.now())) await tick(on);
    const now = await store.position();
    if (now === position) continue;
    position = now;
    review = fold(await store.readStream(`review/${review.id}`)) ?? review;
  }
  return review;
}

function tell({ progress }: AwaitDependencies, told: Map<string, string>, review: Review): void {
  const open = new Map(openSeats(review).map((seat) => [seatName(seat.seat), seat]));
  for (const { seat, agent } of review.awaited?.seats ?? []) {
    const who = seatName(seat);
    const waiting = open.get(who);
    const step =
      waiting === undefined
        ? 'done'
        : `${waiting.startedAt === null ? 'waiting for' : 'started by'} ${agent}, until ${new Date(waiting.dueAt).toISOString()}`;
    if (told.get(who) === step) continue;
    told.set(who, step);
    progress({ who, step });
  }
}
