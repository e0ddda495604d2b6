import { assign, type Assignment } from '../../domain/assignment/assign.js';
import type { AgentEntry } from '../../domain/model/policy-protocols.js';
import { isAsked } from '../../domain/model/seat.js';
import { kebabCase, reviewerLineFor } from '../../domain/policy/lookup.js';
import { agentsFor, seating, type Seating } from '../../domain/seating/seating.js';
import { barredFrom, type AsRun, type BarredInput } from './barred.js';
import type { Prepared } from './prepare.js';

export interface SeatReviewersInput {
  readonly prepared: Pick<Prepared, 'policy' | 'origin' | 'creator' | 'brokenAtBase'> & BarredInput['prepared'];
  /** Names that the caller asks for. */
  readonly wanted: readonly string[];
  /** Agents that the caller may name beside those of the policy. */
  readonly guests: Readonly<Record<string, AgentEntry>>;
  /** Open reviews by reviewer. */
  readonly open: ReadonlyMap<string, number>;
  /** Roles that the embedded reviewers play; they keep no queue. */
  readonly embeddedRoles: ReadonlySet<string>;
  readonly asRun?: AsRun | undefined;
}

export interface Seated extends Seating {
  readonly assignment: Assignment;
  /** Whether the assigned reviewer has one of `seats`. */
  readonly asked: boolean;
}

/** Assigns the reviewer, and gives seats to all who can be asked at once. Whoever made the change gets none (SPEC 2, rule 4). */
export function seatReviewers(input: SeatReviewersInput): Seated {
  const { policy, origin, creator, brokenAtBase } = input.prepared;
  const line = reviewerLineFor(policy, creator)?.line;
  const asked = Object.entries(policy.agents).filter(([, { driver }]) => isAsked(driver));
  const barred = barredFrom({ byModel: false, ...input });
  const assignment = assign({
    creator: kebabCase(creator),
    line,
    open: input.open,
    unqueued: new Set([...input.embeddedRoles, ...asked.flatMap(([name, { role }]) => [name, role])]),
    barred: (candidate) => {
      if (input.embeddedRoles.has(candidate)) return undefined;
      const agents = agentsFor(policy, candidate).map(([name, entry]) => barred(name, entry));
      if (agents.length > 0) return agents.every((each) => each !== undefined) ? agents[0] : undefined;
      return candidate === kebabCase(creator) ? `${candidate} made the change` : undefined;
    },
    parallelReviewsMax: policy.performance.parallelReviewsMax,
    reviewQueueMax: policy.performance.reviewQueueMax,
  });
  const { reviewer } = assignment;
  const seated = seating({
    policy,
    line,
    reviewer,
    // The embedded reviewers sit in any case, so that naming them changes nothing.
    wanted: input.wanted.filter((name) => name !== 'embedded'),
    guests: input.guests,
    policyFile: origin.source === 'base' || brokenAtBase !== undefined,
    barred,
  });
  const holds = ({ name, entry }: (typeof seated.seats)[number]) => reviewer === name || reviewer === entry.role;
  return { assignment, asked: reviewer !== undefined && seated.seats.some(holds), ...seated };
}
