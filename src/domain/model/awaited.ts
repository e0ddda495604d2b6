import { noOpinion, type Opinion } from './opinion.js';
import type { Material, PeerRequest, PeerTerms } from './peer.js';
import { seatName, type Seat } from './seat.js';
import type { ContextPart } from './task.js';

/**
 * Seats of a round whose agents come by themselves (SPEC 9, driver `mcp`), beside those that are asked at once. The round is
 * decided as soon as each of `owed` has given an opinion, in whichever process that is.
 */
export interface Awaited {
  /** As of a review among peers: whose change it is, and from which session it was handed out. */
  readonly request: PeerRequest;
  readonly terms: PeerTerms;
  readonly material: Material;
  /** What the agents are told of the task that the change is to do; absent where it is no task of a plan. */
  readonly told?: readonly ContextPart[];
  /** `seatName`s of everybody who was asked or handed a seat in this round. */
  readonly owed: readonly string[];
  readonly seats: readonly AwaitedSeat[];
}

export interface HandedSeat {
  readonly seat: Seat;
  /** Whose token it takes to answer. */
  readonly agent: string;
  /** Epoch milliseconds after which no answer counts. */
  readonly dueAt: number;
}

export interface AwaitedSeat extends HandedSeat {
  /** `sha256` hex of the nonce that the answer must carry; null until the agent has started. */
  readonly nonceDigest: string | null;
  readonly spentNonces: readonly string[];
  /** As `PeerRequest.context`, of the session that started it last. */
  readonly context: string | null;
  /** Epoch milliseconds at which the agent first started; null before. */
  readonly startedAt: number | null;
}

/** What a review says of its seats. */
interface Round {
  readonly awaited?: Awaited;
  readonly status: string;
  readonly opinions: readonly Opinion[];
}

/** Seats that were handed out and have neither answered nor run out of time. */
export function openSeats({ awaited, status, opinions }: Round): readonly AwaitedSeat[] {
  if (awaited === undefined || status !== 'in_progress') return [];
  const given = new Set(opinions.map(({ seat }) => seatName(seat)));
  return awaited.seats.filter(({ seat }) => !given.has(seatName(seat)));
}

/** What a seat counts as that has not answered until `now`: it did not review, and agrees with nobody (SPEC 2, rule 1). */
export function unanswered(review: Round, now: number): readonly Opinion[] {
  return openSeats(review)
    .filter(({ dueAt }) => dueAt <= now)
    .map(({ seat, agent, dueAt, startedAt }) => {
      const how = startedAt === null ? 'never started' : 'started and never answered';
      const detail = `${agent} ${how}; its time ended at ${new Date(dueAt).toISOString()}`;
      return noOpinion(seat, { kind: 'timed_out', detail }, 0);
    });
}
