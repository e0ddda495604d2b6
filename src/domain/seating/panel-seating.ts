import type { RuleResult } from '../model/decision.js';
import { panelStages, type PanelStage, type PanelVoice } from '../model/panel.js';
import type { AgentEntry } from '../model/policy-protocols.js';
import { isAsked, seatName, takesSeat, type Seat } from '../model/seat.js';
import { claudeModels, modelOf } from './model-identity.js';
import type { PanelSeat } from './seating.js';

export interface PanelSeatingInput {
  /** The last is the strongest (SPEC 6.4). */
  readonly models: readonly string[];
  readonly agents: Readonly<Record<string, AgentEntry>>;
  /** Programs and agents of the user's own configuration, by name. */
  readonly guests: Readonly<Record<string, AgentEntry>>;
  /** Seats that the embedded reviewers take on this change; they are the model `embedded`. */
  readonly embedded: readonly Seat[];
  /** Why an agent may not review this change; undefined: it may. */
  readonly barred: (name: string, entry: AgentEntry) => string | undefined;
  /** An agent's entry with what this machine has it run instead of what the policy says. */
  readonly asRun: (name: string, entry: AgentEntry) => AgentEntry;
}

export interface PanelSeating {
  readonly seats: readonly PanelSeat[];
  readonly voices: readonly PanelVoice[];
  readonly rules: readonly RuleResult[];
  /** Models that nobody can ask. */
  readonly unknown: readonly string[];
  /** Two models that are one agent: one pair of eyes can not agree with itself. */
  readonly twice?: { readonly name: string; readonly models: readonly string[] };
  /** Two models that are one as they run here, by whoever's word: its agreement with itself is none (SPEC 6.4). */
  readonly same?: { readonly runs: string; readonly models: readonly string[] };
}

/** Name under which the embedded reviewers sit in a panel. */
export const embeddedModel = 'embedded';

/** Roles of the embedded reviewers that judge whether the change does what it has to; the others judge how it is made. */
const specRoles: readonly string[] = ['spec', 'tester', 'core-developer'];

/** {spec, quality} x models (SPEC 6.1). Whoever made the change gets no seat; its voice stays owed, and blocks. */
export function panelSeating(input: PanelSeatingInput): PanelSeating {
  const seats: PanelSeat[] = [];
  const voices: PanelVoice[] = [];
  const rules: RuleResult[] = [];
  const unknown: string[] = [];
  const taken = new Map<string, string>();
  const running = new Map<string, string>();
  for (const model of input.models) {
    const found = model === embeddedModel ? undefined : agentOf(model, input, taken);
    if (model === embeddedModel) voices.push(...panelStages.map((stage) => embeddedVoice(stage, input.embedded)));
    else if (found === undefined) unknown.push(model);
    else {
      const [name, entry] = found;
      const other = taken.get(name);
      if (other !== undefined) return { seats, voices, rules, unknown, twice: { name, models: [other, model] } };
      const runs = modelOf(name, input.asRun(name, entry));
      const twin = running.get(runs);
      if (twin !== undefined) return { seats, voices, rules, unknown, same: { runs, models: [twin, model] } };
      taken.set(name, model);
      running.set(runs, model);
      const barred = input.barred(name, entry);
      const own = panelStages.map((stage) => seated(stage, name, entry));
      voices.push(...own.map(({ stage, agent }) => ({ stage, model, seats: [seatName(agent.seat)] })));
      if (barred === undefined) seats.push(...own.map(({ agent }) => agent));
      rules.push(
        barred === undefined
          ? { id: `seats.${model}`, result: 'satisfied', reason: `${model} has a seat for spec and one for quality` }
          : { id: `seats.${model}`, result: 'not_applicable', reason: `no seat for ${model}: ${barred}` },
      );
    }
  }
  return { seats, voices, rules, unknown };
}

function embeddedVoice(stage: PanelStage, embedded: readonly Seat[]): PanelVoice {
  const own = embedded.filter(({ role }) => specRoles.includes(role) === (stage === 'spec'));
  return { stage, model: embeddedModel, seats: own.map(seatName) };
}

function seated(stage: PanelStage, name: string, entry: AgentEntry) {
  const { driver, model } = entry;
  const seat: Seat = { role: stage, driver, ...(model !== undefined && model !== name && { model }), agent: name };
  return { stage, agent: { name, entry, seat, standIns: [] } };
}

/**
 * An agent of that name, one that runs that model, or a model that its maker's program knows by that name; with the name that
 * is the agent's own, since that is who may have made the change.
 */
function agentOf(
  model: string,
  { agents, guests }: PanelSeatingInput,
  taken: ReadonlyMap<string, string>,
): readonly [string, AgentEntry] | undefined {
  const seatable = Object.entries(agents).filter(([, { driver }]) => takesSeat(driver));
  // Whoever can be asked at once before whoever has to be waited for.
  const inOrder = seatable.toSorted(([, a], [, b]) => Number(isAsked(b.driver)) - Number(isAsked(a.driver)));
  const running = inOrder.filter(([, entry]) => entry.model === model);
  const named = seatable.find(([name]) => name === model) ?? running.find(([name]) => !taken.has(name)) ?? running[0];
  if (named !== undefined) return named;
  const guest = Object.hasOwn(guests, model) ? guests[model] : undefined;
  if (guest !== undefined) return [model, guest];
  if (!claudeModels.includes(model)) return undefined;
  return [model, { role: 'reviewer', driver: 'cli', via: 'claude', model, limits: {} }];
}
