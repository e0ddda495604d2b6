import { openSeats, type Awaited, type AwaitedSeat } from '../../model/awaited.js';
import type { PeerCase } from '../../model/peer.js';
import type { Review } from '../../model/review.js';
import { seatName } from '../../model/seat.js';
import { openedCase } from '../../model/opened-case.js';

/** The seat that an agent is to answer next, in the order in which they were handed out. */
export function seatFor(review: Review, agent: string): AwaitedSeat | undefined {
  return openSeats(review).find((seat) => seat.agent === agent);
}

/** The seat whose channel a nonce opens, or opened once. */
export function seatOfNonce({ awaited }: Review, nonceDigest: string): AwaitedSeat | undefined {
  return awaited?.seats.find((seat) => seat.nonceDigest === nonceDigest || seat.spentNonces.includes(nonceDigest));
}

/**
 * One handed seat as a review of its own among peers, assigned to its agent and to nobody else, with nothing of what the others of
 * the round said: so that an answer to it is held to every rule that one among peers is.
 */
export function asPeerReview(review: Review, seat: AwaitedSeat): Review {
  const { awaited, opinions } = review;
  if (awaited === undefined) throw new Error(`review ${review.id} has handed out no seat`);
  const own = opinions.filter((opinion) => seatName(opinion.seat) === seatName(seat.seat));
  return {
    ...review,
    protocol: 'standards',
    reviewer: seat.agent,
    startedAt: seat.startedAt,
    leaseUntil: seat.dueAt,
    opinions: own,
    findings: [],
    peer: peerCase(awaited, seat),
  };
}

function peerCase({ request, terms, material, seats }: Awaited, seat: AwaitedSeat): PeerCase {
  const { agent, nonceDigest, spentNonces, context, startedAt } = seat;
  // One session that answers as two agents is one pair of eyes.
  const others = seats.filter((each) => each.agent !== agent && each.startedAt !== null);
  return {
    ...openedCase({ request, terms, material, submittedAt: startedAt ?? 0 }),
    assignment: { reviewer: agent, place: 'named', at: startedAt ?? 0 },
    nonceDigest,
    spentNonces,
    context,
    answeredFrom: others.flatMap((each) => each.context ?? []),
  };
}
