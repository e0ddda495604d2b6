import type { Principal } from '../../domain/model/agent.js';
import {
  missingFrom,
  openCycle,
  type CycleDecision,
  type Run,
  type RunCycle,
  type RunStatus,
} from '../../domain/model/run.js';
import { clarificationFor, type Clarification } from '../../domain/run/clarification.js';
import { runDeadline } from '../../domain/run/deadlines.js';
import { owedCycle, requestFor, type CycleRequest } from '../../domain/run/request.js';

/** A run as one of its agents sees it: its own part, and never what others answered (SPEC 2, rule 4). */
export interface MemberView {
  readonly run: string;
  readonly title: string;
  readonly agent: string;
  readonly status: RunStatus;
  readonly flagged: boolean;
  /** Why it is paused. */
  readonly cause: string | null;
  /** The latest cycle. */
  readonly cycle: number | null;
  /** How the latest cycle was decided; null while it is open. */
  readonly decision: { readonly action: CycleDecision['action']; readonly open: readonly string[] } | null;
  /** What this agent is asked now; null where it owes no answer. */
  readonly request: (CycleRequest & { readonly cycle: number; readonly dueAt: number }) | null;
  /** What the agents are to clear up; null where this agent has, or there is nothing. */
  readonly clarification: Clarification | null;
}

/** A run as a person sees it. */
export interface RunView {
  readonly run: Run;
  /** Who owes an answer of the open cycle. */
  readonly missing: readonly string[];
  /** What happens by itself next. */
  readonly next: { readonly kind: string; readonly dueAt: number } | null;
  /** What an agent may see instead, where an agent asks. */
  readonly member: MemberView | null;
}

export function memberView(run: Run, agent: string): MemberView {
  const cycle = owedCycle(run, agent);
  const last = run.cycles.at(-1);
  return {
    run: run.id,
    title: run.title,
    agent,
    status: run.status,
    flagged: run.flagged,
    cause: run.pause?.cause ?? null,
    cycle: last?.number ?? null,
    decision: last?.decision ? decisionOf(last.decision) : null,
    request: cycle === undefined ? null : { ...requestFor(run, cycle, agent), cycle: cycle.number, dueAt: cycle.dueAt },
    clarification: clarificationFor(run, agent) ?? null,
  };
}

function decisionOf({ action, rules }: CycleDecision): NonNullable<MemberView['decision']> {
  return { action, open: rules.filter(({ result }) => result !== 'satisfied').map(({ reason }) => reason) };
}

/** To an agent a run shows its own words alone, and the decisions. */
export function runView(run: Run, viewer: Principal | undefined): RunView {
  const agent = viewer?.kind === 'agent' ? viewer.name : undefined;
  const open = openCycle(run);
  return {
    run: agent === undefined ? run : seenBy(run, agent),
    missing: open === undefined ? [] : missingFrom(open),
    next: runDeadline(run) ?? null,
    member: agent !== undefined && run.agents.includes(agent) ? memberView(run, agent) : null,
  };
}

function seenBy(run: Run, agent: string): Run {
  const own = <T extends { readonly reviewer: string }>(all: readonly T[]) =>
    all.filter(({ reviewer }) => reviewer === agent);
  const ofCycle = (cycle: RunCycle): RunCycle => ({ ...cycle, answers: own(cycle.answers), late: own(cycle.late) });
  return { ...run, cycles: run.cycles.map(ofCycle), issues: own(run.issues) };
}
