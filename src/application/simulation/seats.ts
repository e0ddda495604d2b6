import type { AgentEvent } from '../../domain/model/event.js';
import type { Opinion } from '../../domain/model/opinion.js';
import type { AssignmentPlace } from '../../domain/model/peer.js';
import { isAsked, peerSeat, personSeat, seatName, type Seat } from '../../domain/model/seat.js';
import type { Review } from '../../domain/model/review.js';
import { reviewerLineFor } from '../../domain/policy/lookup.js';
import { termsOf } from '../../domain/peer/request/terms.js';
import { seatReviewers } from '../commands/seat-reviewers.js';
import type { OtherPolicy, SimulationTools } from './other-policy.js';

/** Who judges a round under the other policy, as far as the record tells. */
export interface SeatsUnder {
  /** `seatName`s. */
  readonly seats: readonly string[];
  /** Recorded opinions that it asks for, or that the caller asked for. */
  readonly opinions: readonly Opinion[];
  /** Recorded opinions of whom either the policy in force or the caller asked: which, is not recorded. */
  readonly doubtful: readonly Opinion[];
  /** Seats that it asks, and that nobody asked when the change was reviewed. */
  readonly unasked: readonly Seat[];
}

/** Agents with a token, as the journal knows them so far, by name. */
export type KnownAgents = ReadonlyMap<
  string,
  Pick<Extract<AgentEvent, { type: 'agent_added' }>['data'], 'role' | 'family'>
>;

/** Place of the matrix from which the reviewer of a round came; null where none was assigned. */
export type Place = AssignmentPlace | null;

const nobodyFree = 'a reviewer who is free';

/** Seats of a review whose reviewers all work at once (SPEC 5.4), given by the code that seats them. */
export function standardSeats(review: Review, other: OtherPolicy, tools: SimulationTools): SeatsUnder {
  const { policy, digest } = other;
  const { creator, change, openingRules } = review;
  const seated = seatReviewers({
    prepared: { policy, origin: { source: 'base', digest }, creator, frozen: { change } },
    wanted: [],
    guests: {},
    open: recordedLoad(openingRules.map(({ reason }) => reason)),
    embeddedRoles: tools.embeddedRoles,
  });
  const { reviewer } = seated.assignment;
  const waits =
    seated.asked || (reviewer !== undefined && tools.embeddedRoles.has(reviewer)) ? [] : [waiting(reviewer)];
  const agents = seated.seats.map(({ seat }) => seat);
  const embedded = review.seats.filter((name) => name.endsWith('@embedded'));
  const seats = [...embedded, ...agents.map(seatName), ...waits.map(({ name }) => name)];
  const asked = new Set([...review.seats, ...review.opinions.flatMap(owedBy)]);
  const sorted = sortOpinions(review, other, new Set(seats));
  return {
    seats,
    ...sorted,
    unasked: [...agents, ...waits.flatMap(({ seat }) => seat)].filter((seat) => !asked.has(seatName(seat))),
  };
}

/** The seat of an assigned reviewer who does not work at once; a person's never stands for a recorded opinion. */
function waiting(reviewer: string | undefined): { readonly name: string; readonly seat: readonly Seat[] } {
  if (reviewer === undefined) return { name: nobodyFree, seat: [] };
  if (reviewer === 'human') return { name: personSeat, seat: [] };
  return { name: peerSeat(reviewer), seat: [{ role: reviewer, driver: 'mcp' }] };
}

/** Open reviews by reviewer, as the rules of assignment told them. */
function recordedLoad(reasons: readonly string[]): ReadonlyMap<string, number> {
  const told = reasons.flatMap((reason) => {
    const { who, open } = /^(?<who>\S+) (?:is busy with|has) (?<open>\d+) /u.exec(reason)?.groups ?? {};
    return who === undefined || open === undefined ? [] : [[who, Number(open)] as const];
  });
  return new Map(told);
}

function owedBy({ seat, inPlaceOf = [] }: Opinion): readonly string[] {
  return [seat, ...inPlaceOf.map((owed) => owed.seat)].map(seatName);
}

function sortOpinions(
  { opinions, policy: origin }: Review,
  { policy }: OtherPolicy,
  seats: ReadonlySet<string>,
): Pick<SeatsUnder, 'opinions' | 'doubtful'> {
  const kept: Opinion[] = [];
  const doubtful: Opinion[] = [];
  for (const opinion of opinions) {
    const { seat } = opinion;
    const asGuest = () => ({ ...opinion, seat: guestOf(seat, policy.agents) });
    if (seat.driver === 'embedded') kept.push(opinion);
    else if (owedBy(opinion).some((name) => seats.has(name))) kept.push({ ...opinion, seat: ofPolicy(seat) });
    // Without a policy file, or where the policy did not name it, only the caller can have asked.
    else if (seat.advisory === true || origin.source === 'default') kept.push(asGuest());
    else doubtful.push(asGuest());
  }
  return { opinions: kept, doubtful };
}

/** As the policy would seat whom the caller names: its approval counts only where the policy knows it. */
function guestOf(seat: Seat, agents: OtherPolicy['policy']['agents']): Seat {
  const name = seat.agent ?? seat.role;
  const known = Object.hasOwn(agents, name) ? agents[name] : undefined;
  return known !== undefined && isAsked(known.driver) ? ofPolicy(seat) : { ...seat, advisory: true };
}

function ofPolicy({ role, driver, model, agent }: Seat): Seat {
  return { role, driver, ...(model === undefined ? {} : { model }), ...(agent === undefined ? {} : { agent }) };
}

/** Seats of a round among peers: the recorded reviewer where the other matrix comes to the same one, else one nobody asked. */
export function peerSeats(review: Review, other: OtherPolicy, place: Place, agents: KnownAgents): SeatsUnder {
  const { peer, seats, opinions } = review;
  const same = { seats, opinions, doubtful: [], unasked: [] };
  if (peer === null || place === 'named') return same;
  const { by, proved } = peer.request;
  const role = proved ? agents.get(by)?.role : undefined;
  const { line } = termsOf(
    other.policy,
    reviewerLineFor(other.policy, review.creator, role === undefined ? [] : [role])?.line,
  );
  const word = nextAsked(
    review,
    line.map(({ who }) => who),
    place,
  );
  if (word === undefined && !barsFamily(review, other, agents)) return same;
  const seat: Seat = { role: word ?? `another than ${review.reviewer ?? 'the reviewer'}`, driver: 'mcp' };
  return { seats: [seatName(seat)], opinions: [], doubtful: [], unasked: [seat] };
}

/** Whom the other line asks first, apart from those who were passed over; undefined: whoever was asked. */
function nextAsked({ peer, reviewer }: Review, line: readonly string[], place: Place): string | undefined {
  const before = peer?.terms.line ?? [];
  const at = before.findIndex((entry) => entry.place === place);
  const asked = before[at]?.who ?? reviewer;
  const passed = before.slice(0, Math.max(at, 0)).map(({ who }) => who);
  const word = line.find((who) => !passed.includes(who));
  const unchanged = JSON.stringify(before.map(({ who }) => who)) === JSON.stringify(line);
  return unchanged || word === asked || word === reviewer ? undefined : (word ?? nobodyFree);
}

/** Whether the other policy alone keeps the reviewer from the creator's work, both being of one vendor family. */
function barsFamily({ peer, creator, reviewer }: Review, { policy }: OtherPolicy, agents: KnownAgents): boolean {
  if (policy.assignment.sameFamily || peer?.terms.sameFamily !== true || reviewer === null) return false;
  const family = agents.get(creator)?.family;
  return family !== undefined && family === agents.get(reviewer)?.family;
}
