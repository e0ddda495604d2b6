import { opinionOf, type PartOutcome } from '../../../application/prompt/opinion-of.js';
import type { Evidence, Opinion, Usage } from '../../../domain/model/opinion.js';
import { seatName, type SeatFailure, type StoodIn } from '../../../domain/model/seat.js';
import type { PanelSeat, SeatedAgent } from '../../../domain/seating/seating.js';
import type { CallLimits, DriverFound } from '../driver.js';
import type { SharedCheckout } from '../isolation/shared-checkout.js';
import { askPart, type SeatTools } from './ask-part.js';
import type { Briefing } from './briefing.js';
import { inBatches } from './in-batches.js';
import { redactOpinion, without } from './redact-opinion.js';

export interface SeatContext {
  readonly briefing: Briefing;
  readonly tools: SeatTools;
  readonly checkout: SharedCheckout;
  readonly find: (agent: SeatedAgent, signal: AbortSignal) => Promise<DriverFound>;
  readonly signal: AbortSignal;
  readonly progress: (step: string, lasting?: true) => void;
}

const minute = 60_000;
const defaultIdleMinutes = 10;
/** Prompts of one seat that are under way at once. */
const partsAtOnce = 3;

/** What another agent can do something about. */
const movesOn: readonly SeatFailure['kind'][] = ['quota', 'not_installed', 'not_logged_in'];

/**
 * One opinion for one seat. Where the agent has no quota, no login or is not there, the next one that is configured takes the seat,
 * and the opinion says in whose place it stands (FAULTS roborev#309). It never throws for what an agent does.
 */
export async function runSeat(panel: PanelSeat, context: SeatContext): Promise<Opinion> {
  const started = performance.now();
  const inPlaceOf: StoodIn[] = [];
  const evidence: Evidence[] = [];
  for (const [index, agent] of [panel, ...panel.standIns].entries()) {
    const opinion = await askAgent(agent, started, context);
    evidence.push(...(opinion.evidence ?? []));
    const { failure } = opinion;
    const next = panel.standIns[index];
    if (failure !== undefined && next !== undefined && movesOn.includes(failure.kind)) {
      inPlaceOf.push({ seat: agent.seat, failure });
      context.progress(`${failure.kind}: ${failure.detail}; ${seatName(next.seat)} takes the seat`, true);
      continue;
    }
    context.progress(failure === undefined ? opinion.verdict : `${failure.kind}: ${failure.detail}`);
    return {
      ...opinion,
      durationMs: Math.round(performance.now() - started),
      ...(inPlaceOf.length > 0 && { inPlaceOf }),
      ...(evidence.length > 0 && { evidence }),
    };
  }
  throw new Error('a seat has at least one agent');
}

async function askAgent(agent: SeatedAgent, started: number, context: SeatContext): Promise<Opinion> {
  const { briefing } = context;
  const found = await context.find(agent, context.signal);
  const own = performance.now();
  const answered = { seat: agent.seat, contents: briefing.contents, exists: (path: string) => briefing.exists(path) };
  const done = (outcomes: readonly PartOutcome[], shown: Opinion['shown'] = []): Opinion =>
    opinionOf({ ...answered, outcomes, shown, durationMs: performance.now() - own });
  if ('failure' in found) return done([found]);
  const { driver } = found;
  const { parts, shown } = briefing.promptsFor(agent, driver.readsCheckout);
  const checkout = driver.readsCheckout ? context.checkout.use() : undefined;
  const results = await inBatches(partsAtOnce, parts, ({ render }, index) => {
    const of = parts.length > 1 ? `, part ${index + 1} of ${parts.length}` : '';
    context.progress(`asking ${driver.name}${of}`);
    return askPart(driver, render, {
      briefing,
      tools: context.tools,
      label: `${driver.name}${of}`,
      call: {
        checkout: () => (checkout ?? context.checkout.use()).get(),
        limits: () => limitsOf(agent, started, briefing, parts.length),
        signal: context.signal,
        progress: context.progress,
      },
    });
  });
  const touched = await checkout?.touched();
  const outcomes = touched === undefined ? results.map(({ outcome }) => outcome) : [{ failure: touched }];
  const usage = sum(results.flatMap((result) => result.usage));
  const secrets = results.flatMap((result) => result.secrets);
  return {
    ...(await redactOpinion(done(outcomes, shown), without(secrets, context.tools.redact))),
    ...(usage !== undefined && { usage }),
    evidence: (await Promise.all(results.map((result) => result.evidence))).flat(),
  };
}

/** What is left of the seat's time; an agent that takes over has no more than that, and none has more than the review's budget. */
function limitsOf({ entry }: SeatedAgent, started: number, { task }: Briefing, parts: number): CallLimits {
  const own = entry.limits.timeoutMinutes === undefined ? task.timeoutMs : entry.limits.timeoutMinutes * minute;
  return {
    wallMs: Math.max(1, Math.min(own, task.maxMs ?? own) - (performance.now() - started)),
    idleMs: (entry.limits.idleMinutes ?? defaultIdleMinutes) * minute,
    // The budget is that of the review: each prompt of each seat has an equal share.
    ...(task.maxCostUsd !== null && { costUsd: task.maxCostUsd / (task.seats.length * parts) }),
  };
}

/** What was told, added up; a figure that one answer lacks is unknown for all, which is not zero. */
function sum(usages: readonly Usage[]): Usage | undefined {
  if (usages.length === 0) return undefined;
  const total = (key: keyof Usage): Usage => {
    const figures = usages.map((usage) => usage[key]);
    if (figures.includes(undefined)) return {};
    return { [key]: figures.reduce<number>((all, figure) => all + (figure ?? 0), 0) };
  };
  const added = { ...total('inputTokens'), ...total('outputTokens'), ...total('costUsd') };
  return Object.keys(added).length === 0 ? undefined : added;
}
