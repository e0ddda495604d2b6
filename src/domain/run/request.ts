import { missingFrom, openCycle, type Run, type RunCycle } from '../model/run.js';

/** What a peer is asked, in the shape of EVT section 2. */
export interface CycleRequest {
  readonly type: 'review_request';
  readonly reviewer: string;
  readonly targets: readonly string[];
  /** `AGENT_summary` of each target, as its agent wrote it: untrusted. */
  readonly context: Readonly<Record<string, string>>;
  readonly focus_areas: readonly string[];
  readonly max_words: number;
}

/** What one peer is asked in a cycle: to look at the work of all others. */
export function requestFor(run: Run, cycle: RunCycle, reviewer: string): CycleRequest {
  const targets = cycle.asked.filter((agent) => agent !== reviewer);
  return {
    type: 'review_request',
    reviewer,
    targets,
    context: Object.fromEntries(targets.map((agent) => [`${agent}_summary`, cycle.summaries[agent] ?? ''])),
    focus_areas: run.terms.focusAreas,
    max_words: run.terms.maxWords,
  };
}

/** The cycle that waits for an answer of this agent. */
export function owedCycle(run: Run, agent: string): RunCycle | undefined {
  if (run.status === 'stopped') return undefined;
  const cycle = openCycle(run);
  return cycle !== undefined && missingFrom(cycle).includes(agent) ? cycle : undefined;
}
