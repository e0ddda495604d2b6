import { ownWork } from '../../domain/identity/own-work.js';
import { seatOfAgent } from '../../domain/model/claim.js';
import type { ReviewAssigned, ReviewEvent } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import { choose, chooseAnother } from '../../domain/peer/assignment/assign.js';
import type { Candidate, Load, Roster } from '../../domain/peer/assignment/obstacle.js';
import type { SeatFailure, StoodIn } from '../../domain/model/seat.js';
import { calledNow, offerOnceMore } from '../../domain/peer/assignment/offer.js';
import type { Store } from '../ports/store.js';

/** Everybody who could review, with what waits for each: read once, then asked about any review. */
export interface People {
  readonly agents: readonly Candidate[];
  readonly load: ReadonlyMap<string, Load>;
}

export async function people(store: Store): Promise<People> {
  const [agents, load] = await Promise.all([store.listAgents(), store.loadByReviewer()]);
  return { agents, load };
}

export function rosterFor(
  { creator, change }: Pick<Review, 'creator' | 'change'>,
  { agents, load }: People,
  embeddedRoles: ReadonlySet<string> = new Set(),
): Roster {
  return { agents, load, embeddedRoles, ownWork: (candidate) => ownWork(candidate, { creator, change }) };
}

/** Who takes over where a reviewer did not come or fell silent; nobody where only a person or an analyzer is left. */
export function takeOver(review: Review, everybody: People, reason: string): ReviewAssigned {
  const { peer } = review;
  if (peer === null) throw new Error(`review ${review.id} is not among peers: nobody is assigned to it`);
  const left = peer.assignment?.reviewer;
  // Whoever loses it now had its turn.
  const now = left === undefined ? peer : { ...peer, tried: [...peer.tried, left] };
  const roster = rosterFor(review, everybody);
  if (peer.assignment?.place === 'second' || peer.assignment?.place === 'third') {
    const reviewer = chooseAnother(now, roster) ?? null;
    return { reviewer, place: peer.assignment.place, reason, rules: [] };
  }
  const choice = choose(now, roster);
  const { rules } = choice;
  if (choice.kind === 'agent') return { reviewer: choice.reviewer, place: choice.place, reason, rules };
  return { reviewer: null, place: 'primary', reason, rules };
}

/** A called agent whose worker is gone: called once more, else the next of the fallback, else whoever takes over. */
export function afterLostCall(review: Review, everybody: People, reason: string): readonly ReviewEvent[] {
  const failed = failedCall(review, { kind: 'cancelled', detail: reason });
  const again = failed === undefined ? [] : offerOnceMore(review, failed);
  if (again.length > 0) return again;
  return [{ type: 'review_assigned', data: takeOver(review, everybody, reason) }];
}

/** The seat of the agent that is called now, with how it failed. */
export function failedCall({ peer }: Review, failure: SeatFailure): StoodIn | undefined {
  const agent = peer === null ? undefined : calledNow(peer);
  return agent === undefined ? undefined : { seat: seatOfAgent(agent), failure };
}
