import { effectiveVotes } from '../../domain/calibration/votes.js';
import type { AnalyticsCount } from '../../domain/model/analytics.js';
import type { PanelTerms } from '../../domain/model/panel.js';
import type { AgentEntry } from '../../domain/model/policy-protocols.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { isAsked, seatName, type Seat } from '../../domain/model/seat.js';
import { embeddedModel, panelSeating, type PanelSeating } from '../../domain/seating/panel-seating.js';
import { barredFrom, type AsRun } from './barred.js';
import type { Prepared } from './prepare.js';

export interface SeatPanelInput {
  readonly prepared: Pick<Prepared, 'policy' | 'origin' | 'brokenAtBase' | 'creator' | 'frozen'>;
  /** Models that the caller names. */
  readonly wanted: readonly string[];
  readonly guests: Readonly<Record<string, AgentEntry>>;
  /** Seats that the embedded reviewers take on this change. */
  readonly embedded: readonly Seat[];
  /** Whether the caller wants the author to mend what fails first. */
  readonly sendBack: boolean;
  readonly asRun?: AsRun | undefined;
}

export interface SeatedPanel extends Pick<PanelSeating, 'seats' | 'rules'> {
  readonly terms: PanelTerms;
}

/** Gives each model of the panel its two seats (SPEC 6.1), under the terms of the policy in force. */
export function seatPanel(input: SeatPanelInput): SeatedPanel | Refusal {
  const models = modelsOf(input);
  if (isRefusal(models)) return models;
  const { policy } = input.prepared;
  const { seats, rules, unknown, voices, twice, same } = panelSeating({
    models,
    agents: policy.agents,
    guests: input.guests,
    embedded: input.embedded,
    barred: barredFrom({ ...input, byModel: true }),
    asRun: input.asRun ?? ((_name, entry) => entry),
  });
  const [missing] = unknown;
  if (missing !== undefined) return unknownModel(missing, input);
  if (twice !== undefined) return oneAgentTwice(twice);
  if (same !== undefined) return oneModelTwice(same);
  const { strategy, speculativeQuality, autoApprove, autoReject } = policy.panel;
  const terms: PanelTerms = {
    strategy: models.length === 1 ? 'single' : strategy,
    models,
    // What an agent is handed and comes for by itself can wait for no answer of another.
    speculativeQuality: speculativeQuality || seats.some(({ entry }) => !isAsked(entry.driver)),
    // A caller who chooses the panel does not thereby go round the person whom the policy's standards ask for.
    autoApprove: autoApprove && policy.protocol === 'panel',
    autoReject,
    ...(input.sendBack && { sendBack: true }),
    voices,
  };
  return { seats, rules, terms };
}

/** The terms with what the models are worth together, as far as it is known now, so that the decision follows from the journal alone (SPEC 7). */
export function withVotes({ terms, seats }: SeatedPanel, counts: readonly AnalyticsCount[]): PanelTerms {
  const familyOf = (model: string) => {
    const own = terms.voices.filter((voice) => voice.model === model).flatMap((voice) => voice.seats);
    return seats.find(({ seat }) => own.includes(seatName(seat)))?.entry.family;
  };
  const votes = effectiveVotes(terms.models, counts, familyOf);
  return votes === undefined ? terms : { ...terms, votes };
}

/** Where the project has a policy it names the models: the caller could else pick those that see nothing. */
function modelsOf({ prepared, wanted }: SeatPanelInput): readonly string[] | Refusal {
  const { policy, origin, brokenAtBase } = prepared;
  const { strategy, parallelModels, singleModel } = policy.panel;
  if (wanted.length === 0) return strategy === 'single' ? [singleModel] : [...new Set(parallelModels)];
  if (origin.source === 'default' && brokenAtBase === undefined) return [...new Set(wanted)];
  return refuse(
    'panel_by_policy',
    'the policy names the models of the panel, so `--panel` can not',
    'leave `--panel` out, or change `review.parallel_models` of the policy',
  );
}

function oneAgentTwice({ name, models }: NonNullable<PanelSeating['twice']>): Refusal {
  return refuse(
    'panel_repeats_agent',
    `${models.join(' and ')} are one agent, ${name}, and it can not agree with itself`,
    'name models of the panel (`review.parallel_models`) that are different agents',
  );
}

function oneModelTwice({ runs, models }: NonNullable<PanelSeating['same']>): Refusal {
  return refuse(
    'panel_repeats_model',
    `${models.join(' and ')} both run ${runs} here, and one model can not agree with itself`,
    'name models that differ (`review.parallel_models`), or change what your own configuration has them run',
  );
}

function unknownModel(name: string, { prepared, guests }: SeatPanelInput): Refusal {
  const names = [embeddedModel, ...Object.keys(prepared.policy.agents), ...Object.keys(guests)];
  return refuse(
    'unknown_seat',
    `nobody called ${name} can be asked for an opinion`,
    `Name models of the panel (\`review.parallel_models\`) by an agent of the policy or of your own configuration: ${[...new Set(names)].join(', ')}.`,
  );
}
