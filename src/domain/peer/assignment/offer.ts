import { openClaim, seatOfAgent } from '../../model/claim.js';
import type { ReviewAssigned, ReviewEvent } from '../../model/event.js';
import type { AssignmentPlace, CalledAgent, PeerCase, SeatOffer } from '../../model/peer.js';
import type { Review } from '../../model/review.js';
import { seatName, type StoodIn } from '../../model/seat.js';
import { ineligible, type Candidate, type Roster } from './obstacle.js';

type Known = Pick<Roster, 'agents' | 'ownWork'>;

/** A worker that was killed did not fail by the agent's fault: the agent is called once more, and no third time. */
const callsOfOne = 2;

/**
 * Offers a seat that nobody claimed in time to those who are called instead (SPEC 9). Its reviewer keeps it until one of them is
 * called. Nothing where none of them may review this change: the seat goes on waiting.
 */
export function offerUnclaimed(review: Review, roster: Known): readonly ReviewEvent[] {
  const { peer } = review;
  const claim = peer === null ? undefined : openClaim(peer);
  if (peer === null || claim === undefined) return [];
  const able = claim.terms.fallback.filter(
    (agent) => !Object.hasOwn(peer.called, agent.name) && mayBeCalled(candidateOf(agent, roster), peer, roster),
  );
  if (able.length === 0) return [];
  const reviewer = peer.assignment?.reviewer;
  const failure = { kind: 'timed_out', detail: `it has not started within ${claim.terms.minutes} minutes` } as const;
  const late: readonly StoodIn[] = reviewer === undefined ? [] : [{ seat: { role: reviewer, driver: 'mcp' }, failure }];
  return [offered({ place: claim.place, word: claim.word, agents: able.map(({ name }) => name), inPlaceOf: late })];
}

function mayBeCalled(candidate: Candidate, peer: PeerCase, roster: Known): boolean {
  return candidate.kind === 'agent' && ineligible(candidate, peer, roster) === undefined;
}

/** The agent that is to be called next. Undefined where no seat is offered, or its terms are gone. */
export function nextToCall({ terms, offer }: PeerCase): CalledAgent | undefined {
  return fallbackOf({ terms, offer }).find(({ name }) => name === offer?.agents[0]);
}

/** The agent that a worker is asking. */
export function calledNow({ terms, offer, assignment }: PeerCase): CalledAgent | undefined {
  if (assignment?.called !== true) return undefined;
  return fallbackOf({ terms, offer }).find(({ name }) => name === assignment.reviewer);
}

function fallbackOf({ terms: { claims = {} }, offer }: Pick<PeerCase, 'terms' | 'offer'>): readonly CalledAgent[] {
  if (offer === null || !Object.hasOwn(claims, offer.word)) return [];
  return claims[offer.word]?.fallback ?? [];
}

/** A worker calls an agent: the seat is its from now on, and whoever did not claim it has lost it. */
export function calledBy({ opinions, decision }: Review, agent: CalledAgent, place: AssignmentPlace): ReviewAssigned {
  const given = decision === null ? opinions.map(({ seat }) => seatName(seat)) : [];
  const reason = `nobody claimed the seat in time: ${agent.name} is called`;
  const seats = [...given, seatName(seatOfAgent(agent))];
  return { reviewer: agent.name, place, reason, rules: [], seats, called: true };
}

/** What a called agent's failure leads to: the seat is offered to the next, where there is one. */
export function offerNext({ peer }: Review, failed: StoodIn): readonly ReviewEvent[] {
  const left = peer?.offer?.agents ?? [];
  return left.length === 0 ? [] : again(peer, left, failed);
}

/** The worker that called an agent is gone, or gave up: the same agent is called again, unless that was tried. */
export function offerOnceMore({ peer }: Review, failed: StoodIn): readonly ReviewEvent[] {
  const name = peer?.assignment?.reviewer;
  if (peer === null || name === undefined) return [];
  const left = peer.offer?.agents ?? [];
  const agents = (peer.called[name] ?? 0) < callsOfOne ? [name, ...left] : left;
  return agents.length === 0 ? [] : again(peer, agents, failed);
}

function again(peer: PeerCase | null, agents: readonly string[], failed: StoodIn): readonly ReviewEvent[] {
  const { assignment = null, offer = null } = peer ?? {};
  if (assignment === null || offer === null) return [];
  const { place, word } = offer;
  const reason = `${assignment.reviewer} gave no opinion (${failed.failure.kind}): ${agents[0] ?? ''} is called next`;
  const inPlaceOf = [...offer.inPlaceOf, failed];
  return [
    { type: 'review_assigned', data: { reviewer: null, place, reason, rules: [] } },
    offered({ place, word, agents, inPlaceOf }),
  ];
}

function offered(offer: SeatOffer): ReviewEvent {
  return { type: 'seat_offered', data: offer };
}

/** A called agent has no token of its own, unless somebody of its name has one: then it is that one's pair of eyes. */
export function candidateOf({ name, entry }: CalledAgent, { agents }: Pick<Roster, 'agents'>): Candidate {
  const known = agents.find((agent) => agent.name === name);
  const { role, family = null } = entry;
  return known ?? { name, kind: 'agent', role, family, commitsAs: [], revokedAt: null };
}
