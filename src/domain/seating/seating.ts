import { seatOfAgent } from '../model/claim.js';
import type { RuleResult } from '../model/decision.js';
import type { Policy } from '../model/policy.js';
import type { AgentEntry } from '../model/policy-protocols.js';
import { isAsked, seatName, takesSeat, type Seat } from '../model/seat.js';

/** An agent that is asked for an opinion at once. */
export interface SeatedAgent {
  /** Key of the policy's `agents`, or the word of the caller. */
  readonly name: string;
  readonly entry: AgentEntry;
  readonly seat: Seat;
}

/** One opinion that is owed, and who takes over when the agent has no quota or is not there. */
export interface PanelSeat extends SeatedAgent {
  readonly standIns: readonly SeatedAgent[];
}

export interface SeatingInput {
  readonly policy: Pick<Policy, 'agents' | 'seats'>;
  /** Line of the reviewer matrix that holds for the creator. */
  readonly line: { readonly backup?: string } | undefined;
  /** Who was assigned: a word of the matrix. Undefined: nobody was free. */
  readonly reviewer: string | undefined;
  /** Names that the caller asks for (`--panel`). */
  readonly wanted: readonly string[];
  /** Agents that the caller may name beside those of the policy. */
  readonly guests: Readonly<Record<string, AgentEntry>>;
  /** Where a file is in force, only agents that it names may approve; without one the caller is free. */
  readonly policyFile: boolean;
  /** Why an agent may not review this change: it made it, or a rule of the policy. Undefined: it may. */
  readonly barred: (name: string, entry: AgentEntry) => string | undefined;
}

export interface Seating {
  readonly seats: readonly PanelSeat[];
  readonly rules: readonly RuleResult[];
  /** Names of `wanted` that nobody bears. */
  readonly unknown: readonly string[];
}

/** Agents that a word of the matrix stands for, in the order of the policy: by name, else by role. Only who can be asked at once. */
export function agentsFor(policy: Pick<Policy, 'agents'>, word: string): readonly (readonly [string, AgentEntry])[] {
  const asked = Object.entries(policy.agents).filter(([, { driver }]) => isAsked(driver));
  const named = asked.filter(([name]) => name === word);
  return named.length > 0 ? named : asked.filter(([, { role }]) => role === word);
}

/**
 * Who is asked at once, beside the embedded reviewers: the assigned reviewer where it is an agent that can be asked, the seats of the
 * policy, and whom the caller names. Each agent has one seat; the author has none, and that is told.
 */
export function seating(input: SeatingInput): Seating {
  const { policy, reviewer, wanted, guests } = input;
  const rules: RuleResult[] = [];
  const taken = new Map<string, SeatedAgent>();
  const take = (name: string, entry: AgentEntry, advisory: boolean): void => {
    if (taken.has(name)) return;
    const barred = input.barred(name, entry);
    const id = `seats.${name}`;
    if (barred !== undefined) rules.push({ id, result: 'not_applicable', reason: `no seat for ${name}: ${barred}` });
    else {
      const agent = seated(name, entry, advisory);
      taken.set(name, agent);
      rules.push({ id, result: 'satisfied', reason: `${seatName(agent.seat)} has a seat` });
    }
  };
  const [assigned] = reviewer === undefined ? [] : agentsFor(policy, reviewer).filter(mayReview(input));
  if (assigned !== undefined) take(...assigned, false);
  for (const name of policy.seats) {
    const entry = own(policy.agents, name);
    if (entry !== undefined) take(name, entry, false);
  }
  const unknown: string[] = [];
  for (const name of wanted) {
    const known = own(policy.agents, name);
    const entry = known !== undefined && takesSeat(known.driver) ? known : own(guests, name);
    if (entry === undefined) unknown.push(name);
    else take(name, entry, entry !== known && input.policyFile);
  }
  return { seats: withStandIns([...taken.values()], input), rules, unknown };
}

function mayReview({ barred }: SeatingInput) {
  return ([name, entry]: readonly [string, AgentEntry]): boolean => barred(name, entry) === undefined;
}

function seated(name: string, entry: AgentEntry, advisory: boolean): SeatedAgent {
  const seat: Seat = { ...seatOfAgent({ name, entry }), ...(advisory && { advisory }) };
  return { name, entry, seat };
}

/** Agents of the same role that have no seat, in the order of the policy, then the backup of the assigned reviewer. */
function withStandIns(agents: readonly SeatedAgent[], input: SeatingInput): readonly PanelSeat[] {
  const free = new Set(Object.keys(input.policy.agents));
  for (const { name } of agents) free.delete(name);
  const { reviewer, line } = input;
  return agents.map((agent) => {
    // Who is waited for until its time ends leaves none for another.
    if (!isAsked(agent.entry.driver)) return { ...agent, standIns: [] };
    const assigned = reviewer === agent.name || reviewer === agent.entry.role;
    const sameRole = Object.entries(input.policy.agents).filter(
      ([, { role, driver }]) => role === agent.entry.role && isAsked(driver),
    );
    const backup = assigned && line?.backup !== undefined ? agentsFor(input.policy, line.backup) : [];
    const candidates = [...sameRole, ...backup].filter(([name]) => free.has(name)).filter(mayReview(input));
    const standIns = candidates.flatMap(([name, entry]) =>
      // Each stands in for one seat: two opinions of one agent are one pair of eyes.
      agent.seat.advisory !== true && free.delete(name) ? [seated(name, entry, false)] : [],
    );
    return { ...agent, standIns };
  });
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
