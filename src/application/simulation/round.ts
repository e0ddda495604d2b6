import type { Decision, Outcome, RuleResult } from '../../domain/model/decision.js';
import type { ReviewDecided } from '../../domain/model/event.js';
import { pulledBy } from '../../domain/escalation/triggers.js';
import type { Review } from '../../domain/model/review.js';
import { criteriaFor } from '../../domain/policy/lookup.js';
import { some } from '../../domain/protocols/standards/round.js';
import { seatName } from '../../domain/model/seat.js';
import { decideRound } from '../decide.js';
import { onlyUnsure } from '../peer/second-seat.js';
import { criteriaAnswered, entriesRead, opinionsOf, unaskedCriteria, unreadEntries, type Axis } from './axes.js';
import { exclusionsUnder } from './exclusions.js';
import { unrecordedType, type SimulatedOpening } from './opening.js';
import type { AppliedPolicy, OtherPolicy, SimulationTools } from './other-policy.js';
import { panelUnder } from './panel-under.js';
import { decidedShortly } from './short-way.js';
import { peerSeats, standardSeats, type KnownAgents, type Place, type SeatsUnder } from './seats.js';

/** A round as the journal holds it just before it was decided. */
export interface RecordedRound {
  readonly review: Review;
  readonly opening: Pick<SimulatedOpening, 'classifications' | 'change' | 'excluded'>;
  readonly place: Place;
  /** Opinions that were given before a second seat was asked for want of confidence; null where none was. */
  readonly beforeSecond: number | null;
  readonly agents: KnownAgents;
}

/** What the other policy decides on a round. */
export interface SimulatedRound {
  /** Undefined: can't be known. */
  readonly outcome: Outcome | undefined;
  readonly possible: readonly Outcome[];
  readonly unknown: readonly string[];
  readonly rules: readonly RuleResult[];
}

/** The outcome as it stands for the review: a question to a person is `escalated`, whatever the reviewer's position is. */
export function standing(decision: Decision): Outcome {
  return pulledBy(decision) === undefined ? decision.outcome : 'escalated';
}

/** `before` is what was decided on the round, of which all is kept that the other policy has no say in; without it all is decided anew. */
export function roundUnder(
  round: RecordedRound,
  other: AppliedPolicy,
  tools: SimulationTools,
  before?: ReviewDecided,
): SimulatedRound {
  const { review } = round;
  const another = otherProtocol(review, other);
  if (another !== undefined) return { outcome: undefined, possible: [], unknown: [another], rules: [] };
  const { base, axes } = underTerms(round, other, tools);
  const short = before === undefined ? undefined : shortly(base, axes, review, before);
  if (short !== undefined)
    return { outcome: short.outcome, possible: [short.outcome], unknown: [], rules: short.rules };
  const worlds = combined(base, axes).flatMap(({ state, ways }) =>
    secondAsked(state, round, tools).map((each) => ({ ways, ...each })),
  );
  const seen = worlds.map((world) => {
    const { decision } = decideRound(world.state, tools.digest);
    return { ...world, decision, outcome: standing(decision) };
  });
  const outcomes = [...new Set(seen.map(({ outcome }) => outcome))];
  const rules = seen[0]?.decision.rules ?? [];
  if (outcomes.length === 1) return { outcome: outcomes[0], possible: outcomes, unknown: [], rules };
  const told = axes.filter((_, index) => matters(index, seen)).map(({ unknown }) => unknown);
  const second = seen.flatMap(({ second: asked }) => (asked ? [wantsSecond] : []));
  return { outcome: undefined, possible: outcomes, unknown: [...new Set([...told, ...second])], rules };
}

/** Where the round can have gone in one way only. */
function shortly(base: Review, axes: readonly Axis[], recorded: Review, before: ReviewDecided) {
  if (axes.some(({ ways }) => ways.length > 1)) return undefined;
  const [only] = combined(base, axes);
  return only === undefined ? undefined : decidedShortly(only.state, recorded, before);
}

const wantsSecond = 'a second reviewer would be asked for want of confidence, and nobody was';

/** Why a round can't be decided by the other protocol: its seats are others. */
function otherProtocol(
  { protocol, peer, panel, policy: origin }: Review,
  { policy, digest }: OtherPolicy,
): string | undefined {
  if (peer !== null) return undefined;
  if (protocol !== 'panel')
    return policy.protocol === 'standards'
      ? undefined
      : `the protocol ${policy.protocol} decides, and its seats were not asked`;
  if (policy.protocol === 'panel' || (origin.digest === digest && panel?.autoApprove !== true)) return undefined;
  return `the protocol ${policy.protocol} decides unless the caller names the panel, and its reviewers were not asked`;
}

interface Terms {
  readonly base: Review;
  readonly axes: readonly Axis[];
}

/** The round under the terms of the other policy, with everything that the journal does not tell of it. */
function underTerms(round: RecordedRound, other: AppliedPolicy, tools: SimulationTools): Terms {
  const { review, opening, place, agents } = round;
  const { classifications } = opening;
  const { policy } = other;
  const panel = review.panel === undefined ? undefined : panelUnder(review, review.panel, policy);
  const seated =
    panel ?? (review.peer === null ? standardSeats(review, other, tools) : peerSeats(review, other, place, agents));
  const { standards, embedded, rejectGrounds, escalation } = policy;
  const { peer } = review;
  const base: Review = {
    ...review,
    ...{ standards, embedded, rejectGrounds },
    seats: seated.seats,
    opinions: seated.opinions,
    peer: peer === null ? null : { ...peer, terms: { ...peer.terms, escalation } },
    ...(panel !== undefined && { panel: panel.terms }),
  };
  const types = [...new Set(classifications.map(({ type }) => type))];
  const excluded =
    review.change === opening.change
      ? opening.excluded
      : exclusionsUnder(review.change, review.exclusions, other.pathsOf(review.change));
  const ways = {
    types: types.map((type) => (state: Review) => ({ ...state, type, criteria: criteriaFor(policy, type) })),
    excluded: excluded.map((exclusions) => (state: Review) => ({ ...state, exclusions })),
  };
  const axes = [
    { unknown: unrecordedType(classifications), ways: ways.types },
    { unknown: 'whether an entry is media was not looked at', ways: ways.excluded },
    ...seatAxes(seated),
    ...contentAxes(review, combined(base, [axis(ways.types), axis(ways.excluded)])),
  ];
  return { base, axes };
}

function axis(ways: Axis['ways']): Axis {
  return { unknown: '', ways };
}

function seatAxes({ doubtful, unasked, seats }: SeatsUnder): readonly Axis[] {
  const names = doubtful.map(({ seat }) => seatName(seat));
  const kept = (review: Review) => ({
    ...review,
    opinions: [...review.opinions, ...doubtful],
    seats: [...seats, ...names],
  });
  return [
    ...(doubtful.length === 0
      ? []
      : [
          {
            unknown: `whether the policy or the caller asked ${some(names)} is not recorded`,
            ways: [(review: Review) => review, kept],
          },
        ]),
    ...(unasked.length === 0
      ? []
      : [
          {
            unknown: `nobody asked ${some(unasked.map(({ role, agent }) => agent ?? role))}`,
            ways: opinionsOf(unasked),
          },
        ]),
  ];
}

/** Criteria that no reviewer was asked, and entries that no reviewer was shown, in any of these states. */
function contentAxes(review: Review, states: readonly Combined[]): readonly Axis[] {
  const { criteria, exclusions } = review;
  const unasked = new Set(states.flatMap(({ state }) => unaskedCriteria(state, criteria)));
  const unread = new Set(states.flatMap(({ state }) => unreadEntries(state, exclusions)));
  return [
    ...(unasked.size === 0
      ? []
      : [{ unknown: `nobody was asked criterion ${some([...unasked])}`, ways: criteriaAnswered(criteria) }]),
    ...(unread.size === 0
      ? []
      : [{ unknown: `nobody was shown ${some([...unread])}, excluded then`, ways: entriesRead(exclusions) }]),
  ];
}

interface Combined {
  readonly state: Review;
  /** Of each axis, the number of the way that was taken. */
  readonly ways: readonly number[];
}

function combined(base: Review, axes: readonly Axis[]): readonly Combined[] {
  return axes.reduce<readonly Combined[]>(
    (states, { ways }) =>
      states.flatMap(({ state, ways: taken }) =>
        ways.map((way, index) => ({ state: way(state), ways: [...taken, index] })),
      ),
    [{ state: base, ways: [] }],
  );
}

/** Whether the outcome depends on one axis alone, all others being as they are. */
function matters(
  index: number,
  worlds: readonly { readonly ways: readonly number[]; readonly outcome: Outcome }[],
): boolean {
  const byRest = new Map<string, Set<Outcome>>();
  for (const { ways, outcome } of worlds) {
    const rest = ways.toSpliced(index, 1).join(' ');
    byRest.set(rest, (byRest.get(rest) ?? new Set()).add(outcome));
  }
  return [...byRest.values()].some((outcomes) => outcomes.size > 1);
}

interface Seconded {
  readonly state: Review;
  readonly second: boolean;
}

/** Among peers a second seat is asked where confidence alone is missing (SPEC 5.5): the recorded one, one nobody asked, or none. */
function secondAsked(
  state: Review,
  { review, beforeSecond }: RecordedRound,
  { digest }: SimulationTools,
): readonly Seconded[] {
  const as = (each: Review, second = false): Seconded => ({ state: each, second });
  if (state.peer === null) return [as(state)];
  if (beforeSecond !== null) {
    const first = {
      ...state,
      opinions: state.opinions.slice(0, beforeSecond),
      seats: state.seats.slice(0, beforeSecond),
    };
    return [as(onlyUnsure(first, digest) === undefined ? first : state)];
  }
  // Where nobody was free then, nobody is now.
  if (onlyUnsure(state, digest) === undefined || onlyUnsure(review, digest) !== undefined) return [as(state)];
  const asked = opinionsOf([{ role: 'second reviewer', driver: 'mcp' }]);
  return [as(state, true), ...asked.map((way) => as(way(state), true))];
}
