import type { AgentEntry } from '../../../domain/model/policy-protocols.js';
import { refuse, type Refusal } from '../../../domain/model/refusal.js';
import { isAsked, type Seat } from '../../../domain/model/seat.js';
import { kebabCase } from '../../../domain/policy/lookup.js';
import type { PanelSeat, SeatedAgent } from '../../../domain/seating/seating.js';
import type { ReviewRequest } from '../../application.js';
import type { Prepared } from '../prepare.js';

export interface FixerInput {
  readonly prepared: Prepared;
  readonly guests: Readonly<Record<string, AgentEntry>>;
  /** Who reviews. */
  readonly seats: readonly Seat[];
}

/**
 * The agent that mends what the review finds: whom the caller names, else the creator. It holds no seat, since nobody judges
 * the own fix (SPEC 2, rule 4).
 */
export function fixerFor(fix: NonNullable<ReviewRequest['fix']>, input: FixerInput): SeatedAgent | Refusal {
  const { prepared, guests, seats } = input;
  const { change } = prepared.frozen;
  if (change.headCommit === undefined || change.baseCommit === undefined)
    return refuse(
      'fix_needs_commits',
      'an agent mends a change between two commits, and this one has an end that is none',
      'commit what is to be reviewed first',
    );
  const name = fixerName(fix, prepared);
  const entry = entryOf(name, prepared.policy.agents) ?? entryOf(name, guests);
  if (entry === undefined) {
    const known = [...Object.entries(prepared.policy.agents), ...Object.entries(guests)];
    const names = known.filter(([, { driver }]) => isAsked(driver)).map(([each]) => each);
    return refuse(
      'unknown_fixer',
      `nobody called ${name} can be asked to mend the change`,
      `name an agent with \`--fix-by\`: ${[...new Set(names)].join(', ')}`,
    );
  }
  if (seats.some(({ agent, role }) => agent === name || role === name))
    return refuse(
      'fixer_reviews',
      `${name} reviews this change and can not mend it as well`,
      'name another agent with `--fix-by`, or give its seat to somebody else',
    );
  return { name, entry, seat: { role: entry.role, driver: entry.driver, agent: name } };
}

/** Whom the caller names, else the creator. */
export function fixerName({ by }: NonNullable<ReviewRequest['fix']>, { creator }: Pick<Prepared, 'creator'>): string {
  return kebabCase(by ?? creator);
}

/** The seats without the author of the fixes among those that stand in for somebody: it would judge its own work. */
export function notStoodInBy(fixer: string, seats: readonly PanelSeat[]): readonly PanelSeat[] {
  return seats.map((seat) => ({
    ...seat,
    standIns: seat.standIns.filter(({ name, entry }) => name !== fixer && entry.role !== fixer),
  }));
}

function entryOf(name: string, agents: Readonly<Record<string, AgentEntry>>): AgentEntry | undefined {
  const entry = Object.hasOwn(agents, name) ? agents[name] : undefined;
  return entry !== undefined && isAsked(entry.driver) ? entry : undefined;
}
