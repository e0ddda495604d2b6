import type { RuleResult } from '../model/decision.js';
import { panelStages, type PanelStage, type PanelVoice } from '../model/panel.js';
import type { AgentEntry } from '../model/policy-protocols.js';
import { isAsked, seatName, type Seat } from '../model/seat.js';
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
}

export interface PanelSeating {
  readonly seats: readonly PanelSeat[];
  readonly voices: readonly PanelVoice[];
  readonly rules: readonly RuleResult[];
  /** Models that nobody can ask. */
  readonly unknown: readonly string[];
}

/** Name under which the embedded reviewers sit in a panel. */
export const embeddedModel = 'embedded';

/** Roles of the embedded reviewers that judge whether the change does what it has to; the others judge how it is made. */
const specRoles: readonly string[] = ['spec', 'tester', 'core-developer'];

/** Names that one maker gives its own models, and their program knows. */
const claudeModels: readonly string[] = ['haiku', 'sonnet', 'opus'];

/** {spec, quality} x models (SPEC 6.1). Whoever made the change gets no seat; its voice stays owed, and blocks. */
export function panelSeating(input: PanelSeatingInput): PanelSeating {
  const seats: PanelSeat[] = [];
  const voices: PanelVoice[] = [];
  const rules: RuleResult[] = [];
  const unknown: string[] = [];
  for (const model of input.models) {
    const entry = model === embeddedModel ? undefined : entryOf(model, input);
    if (model === embeddedModel) voices.push(...panelStages.map((stage) => embeddedVoice(stage, input.embedded)));
    else if (entry === undefined) unknown.push(model);
    else {
      const barred = input.barred(model, entry);
      const own = panelStages.map((stage) => seated(stage, model, entry));
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

function seated(stage: PanelStage, model: string, entry: AgentEntry) {
  const seat: Seat = {
    role: stage,
    driver: entry.driver,
    ...(entry.model !== undefined && entry.model !== model && { model: entry.model }),
    agent: model,
  };
  return { stage, agent: { name: model, entry: { ...entry, role: stage }, seat, standIns: [] } };
}

/** An agent of that name, one that runs that model, or a model that its maker's program knows by that name. */
function entryOf(model: string, { agents, guests }: PanelSeatingInput): AgentEntry | undefined {
  const asked = Object.entries(agents).filter(([, { driver }]) => isAsked(driver));
  const named = asked.find(([name]) => name === model) ?? asked.find(([, entry]) => entry.model === model);
  if (named !== undefined) return named[1];
  if (Object.hasOwn(guests, model)) return guests[model];
  if (!claudeModels.includes(model)) return undefined;
  return { role: 'reviewer', driver: 'cli', via: 'claude', model, limits: {} };
}
