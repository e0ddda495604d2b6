import { openSeats, type AwaitedSeat } from '../../domain/model/awaited.js';
import { noOpinion } from '../../domain/model/opinion.js';
import type { Review } from '../../domain/model/review.js';
import { seatName, type Seat } from '../../domain/model/seat.js';
import { askAtOnce, type AskDependencies } from '../commands/ask-seats.js';
import { weighed } from '../weigh.js';
import type { RecordEvents } from '../commands/recorder.js';
import type { Packet } from '../ports/reviewer.js';
import { awaitSeats, type AwaitDependencies } from './await-seats.js';
import { given } from './given.js';

export interface AwaitedRound {
  readonly started: Review;
  readonly packet: Packet;
  /** Seats that are asked at once. */
  readonly seats: readonly Seat[];
}

/**
 * A round some of whose agents come by themselves: the others are asked meanwhile, and what they say is recorded before anybody is waited
 * for, so that the round is decided by its last answer, whether or not this process still runs.
 */
export async function runAwaited(
  on: AwaitDependencies & AskDependencies,
  { started, packet, seats }: AwaitedRound,
  record: RecordEvents,
): Promise<Review> {
  note(on, started);
  // Without anybody to ask there is nothing to record, and the agents may decide it at any moment.
  if (seats.length === 0) return awaitSeats(on, started);
  const opinions = await weighed(on.store, started, await askAtOnce(on, packet, seats));
  // Whoever is stopped before all that can be asked have answered gives up the round: nobody would ask them again.
  const stopped = on.signal.aborted;
  const asked = await record((review) => {
    if (review === undefined) throw new Error('seats are handed out after the review was opened');
    const givenUp = stopped ? openSeats(review).map(stoppedFor) : [];
    const data = [...opinions, ...givenUp].map((opinion) => ({ opinion }));
    return given(review, data, { digest: on.digest, now: on.clock.now(), stopped });
  });
  return awaitSeats(on, asked);
}

function stoppedFor({ seat, agent }: AwaitedSeat) {
  const detail = `the review was stopped before the others had answered, so that ${agent} is not waited for`;
  return noOpinion(seat, { kind: 'cancelled', detail }, 0);
}

function note({ progress }: AwaitDependencies, review: Review): void {
  const names = openSeats(review).map(({ seat }) => seatName(seat));
  const step = `${names.join(', ')}: handed out and waited for; Ctrl-C ends the waiting alone, and the last answer decides`;
  progress({ who: `review ${review.id}`, step, lasting: true });
}
