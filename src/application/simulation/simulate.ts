import { evolve } from '../../domain/lifecycle/evolve.js';
import type { Outcome } from '../../domain/model/decision.js';
import {
  isOfAgent,
  isOfReview,
  type AgentEvent,
  type JournalEvent,
  type Recorded,
  type ReviewDecided,
  type ReviewEvent,
  type ReviewRequested,
} from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import { openingUnder, overruledSkip, type SimulatedOpening } from './opening.js';
import {
  rememberingDigest,
  rememberingPaths,
  type AppliedPolicy,
  type OtherPolicy,
  type SimulationTools,
} from './other-policy.js';
import { mayRest, rested, type HistoryOf } from './rested.js';
import { roundUnder, standing } from './round.js';
import type { KnownAgents, Place } from './seats.js';
import { differences, type FlipCount, type Simulated, type SimulatedReview } from './simulated.js';

export interface SimulationRange {
  /** Only reviews requested at or after it; epoch milliseconds. */
  readonly since?: number;
  /** Told how many reviews were looked at so far. */
  readonly progress?: (reviews: number) => void;
  /** Where the events are read from: without it, every review that comes out the same is kept whole. */
  readonly historyOf?: HistoryOf;
}

/**
 * Decides the recorded history again under another policy (SPEC 4): a function of events and policy alone. The first decision of a
 * review that comes out differently, or can't be known, stands for it: what followed in the journal followed from the recorded one.
 */
export async function simulate(
  events: AsyncIterable<Recorded<JournalEvent>> | Iterable<Recorded<JournalEvent>>,
  other: OtherPolicy,
  tools: SimulationTools,
  { since = 0, progress, historyOf }: SimulationRange = {},
): Promise<Simulated> {
  const applied = { ...other, pathsOf: rememberingPaths(other.policy, tools.matches) };
  const simulation = new Simulation(applied, { ...tools, digest: rememberingDigest(tools.digest) }, historyOf);
  for await (const event of events) {
    if (isOfAgent(event)) simulation.agent(event);
    else if (isOfReview(event) && simulation.concerns(event, since)) {
      if (simulation.isWoken(event)) await simulation.wake(event);
      simulation.next(event);
    }
    progress?.(simulation.reviews);
  }
  return simulation.result();
}

/** One review, until a decision of it comes out differently. */
interface Case {
  readonly review: Review;
  readonly opening: SimulatedOpening;
  /** The caller had it reviewed where a rule skipped it. */
  readonly overruled: boolean;
  readonly place: Place;
  readonly beforeSecond: number | null;
  readonly decided: boolean;
}

/** One that came out the same and is most likely over. */
interface Resting {
  /** No more of it than its further events need (`rested`). */
  readonly resting: Review;
}

type Found = Pick<SimulatedReview, 'recorded' | 'simulated' | 'possible' | 'unknown' | 'rules'>;

class Simulation {
  readonly #other: AppliedPolicy;
  readonly #tools: SimulationTools;
  readonly #agents = new Map<string, Extract<AgentEvent, { type: 'agent_added' }>['data']>();
  readonly #historyOf: HistoryOf | undefined;
  /** Null: settled. */
  readonly #cases = new Map<string, Case | Resting | null>();
  readonly #woken = new Set<string>();
  readonly #found: SimulatedReview[] = [];

  constructor(other: AppliedPolicy, tools: SimulationTools, historyOf: HistoryOf | undefined) {
    this.#other = other;
    this.#tools = tools;
    this.#historyOf = historyOf;
  }

  get reviews(): number {
    return this.#cases.size;
  }

  agent({ stream, type, data }: Recorded<AgentEvent>): void {
    const event = { type, data } as AgentEvent;
    if (event.type === 'agent_added') this.#agents.set(stream.slice('agent/'.length), event.data);
  }

  concerns({ stream, type, at }: Recorded, since: number): boolean {
    return type === 'review_requested' ? at >= since : this.#cases.has(stream);
  }

  next(recorded: Recorded): void {
    const { stream } = recorded;
    const known = this.#cases.get(stream);
    if (known === null) return;
    if (known !== undefined && 'resting' in known) {
      this.#cases.set(stream, { resting: evolve(known.resting, recorded) });
      return;
    }
    const event = { type: recorded.type, data: recorded.data } as ReviewEvent;
    if (known === undefined) {
      if (event.type === 'review_requested') this.#cases.set(stream, this.#opened(recorded, event.data));
      return;
    }
    const found = this.#look(known, event);
    if (found === undefined) this.#cases.set(stream, this.#kept(stream, followed(known, recorded, event)));
    else this.#settle(stream, known, found);
  }

  /** Whether the event decides on a review that was put to rest. */
  isWoken({ stream, type }: Recorded): boolean {
    const known = this.#cases.get(stream);
    return known !== undefined && known !== null && 'resting' in known && looked.has(type);
  }

  /** What was put to rest came out the same so far: its events are only to be followed again. */
  async wake({ stream, position }: Recorded): Promise<void> {
    let known: Case | undefined;
    for (const before of (await this.#historyOf?.(stream)) ?? []) {
      if (before.position >= position) break;
      const event = { type: before.type, data: before.data } as ReviewEvent;
      if (known !== undefined) known = followed(known, before, event);
      else if (event.type === 'review_requested') known = this.#opened(before, event.data);
    }
    if (known !== undefined) this.#cases.set(stream, known);
    this.#woken.add(stream);
  }

  /** Once woken, a review is kept: one that is decided again and again is read again once. */
  #kept(stream: string, known: Case): Case | Resting {
    const rests = this.#historyOf !== undefined && known.decided && mayRest(known.review) && !this.#woken.has(stream);
    return rests ? { resting: rested(known.review) } : known;
  }

  result(): Simulated {
    let undecided = 0;
    let same = 0;
    for (const [stream, open] of this.#cases) {
      if (open === null) continue;
      const resting = 'resting' in open;
      const found = resting || open.decided ? undefined : openingFound(open, null);
      if (found !== undefined && !resting) this.#settle(stream, open, found);
      else if (resting || open.decided) same += 1;
      else undecided += 1;
    }
    const flips = this.#found.filter(({ simulated }) => simulated !== null);
    return {
      reviews: this.#cases.size,
      same,
      flipped: flips.length,
      unknown: this.#found.length - flips.length,
      undecided,
      flips: counted(flips),
      decisions: this.#found.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)),
    };
  }

  #opened(recorded: Recorded, requested: ReviewRequested): Case {
    return {
      review: evolve(undefined, recorded),
      opening: openingUnder(this.#other, requested, this.#tools),
      overruled: overruledSkip(requested),
      ...{ place: null, beforeSecond: null, decided: false },
    };
  }

  #look(known: Case, event: ReviewEvent): Found | undefined {
    switch (event.type) {
      case 'review_skipped':
        return skipFound(known, event.data.decision.rules);
      case 'review_decided':
        return openingFound(known, standing(event.data.decision)) ?? this.#roundFound(known, event.data);
      case 'review_interrupted':
        // It came to nothing whatever the rules: its process ended.
        return openingFound(known, event.data.decision.outcome);
      default:
        return undefined;
    }
  }

  #roundFound({ review, opening, place, beforeSecond }: Case, before: ReviewDecided): Found | undefined {
    const agents: KnownAgents = this.#agents;
    const round = { review, opening, place, beforeSecond, agents };
    const { outcome, possible, unknown, rules } = roundUnder(round, this.#other, this.#tools, before);
    const { decision } = before;
    const recorded = standing(decision);
    if (outcome === recorded) return undefined;
    return { recorded, simulated: outcome ?? null, possible, unknown, rules: differences(decision.rules, rules) };
  }

  #settle(stream: string, { review }: Case, found: Found): void {
    const { id, type, creator, createdAt, revision, change } = review;
    this.#cases.set(stream, null);
    this.#found.push({ id, title: change.title, type, creator, createdAt, revision, ...found });
  }
}

/** What `#look` compares; an interruption of a decided review comes to nothing under any policy. */
const looked: ReadonlySet<string> = new Set(['review_skipped', 'review_decided']);

type ReviewDecision = Extract<ReviewEvent, { type: 'review_decided' }>['data']['decision'];

/** A review that the other policy skips, or may skip. */
function openingFound({ opening, overruled, decided }: Case, recorded: Outcome | null): Found | undefined {
  if (opening.needs === 'review' || overruled || decided) return undefined;
  const { rules, unknown } = opening;
  const skips = rules.filter(({ id, result }) => decisive(id, result));
  const known = opening.needs === 'skip';
  return {
    recorded,
    simulated: known ? 'skipped' : null,
    possible: known ? ['skipped'] : [],
    unknown,
    rules: differences([], skips),
  };
}

/** A recorded skip that the other policy does not know. */
function skipFound({ opening }: Case, recorded: ReviewDecision['rules']): Found | undefined {
  if (opening.needs === 'skip') return undefined;
  const ids = new Set(recorded.map(({ id }) => id));
  const now = opening.rules.filter(({ id, result }) => ids.has(id) || obliging(id, result));
  const known = opening.needs === 'review';
  return {
    recorded: 'skipped',
    simulated: known ? 'needs_review' : null,
    possible: known ? ['needs_review'] : ['skipped', 'needs_review'],
    unknown: opening.unknown,
    rules: differences(recorded, now),
  };
}

function decisive(id: string, result: string): boolean {
  if (id === 'policy.enabled' || id === 'policy.actions') return result === 'unsatisfied';
  return result === 'satisfied' && (id.startsWith('policy.skip_if.') || id === 'coverage.nothing_to_read');
}

function obliging(id: string, result: string): boolean {
  return (
    (id === 'policy.never_skipped' && result === 'satisfied') || (id === 'policy.proof' && result === 'unsatisfied')
  );
}

function followed(known: Case, recorded: Recorded, event: ReviewEvent): Case {
  const review = evolve(known.review, recorded);
  switch (event.type) {
    case 'review_assigned': {
      const { place } = event.data;
      if (place === 'second') return { ...known, review, beforeSecond: known.review.opinions.length };
      return place === 'third' || place === 'judge' ? { ...known, review } : { ...known, review, place };
    }
    case 'review_revised':
      return { ...known, review, place: null, beforeSecond: null };
    case 'review_skipped':
    case 'review_decided':
    case 'review_interrupted':
      return { ...known, review, decided: true };
    default:
      return { ...known, review };
  }
}

function counted(flips: readonly SimulatedReview[]): readonly FlipCount[] {
  const counts = new Map<string, FlipCount>();
  for (const { recorded, simulated } of flips) {
    if (simulated === null) continue;
    const key = `${recorded} ${simulated}`;
    counts.set(key, { recorded, simulated, reviews: (counts.get(key)?.reviews ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.reviews - a.reviews);
}
