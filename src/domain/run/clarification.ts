import type { CycleAnswer, Run } from '../model/run.js';

/** What the agents of a run are to clear up among themselves (EVT rule 2). */
export interface Clarification {
  readonly cycle: number;
  /** What to do, in our own words. */
  readonly prompt: string;
  /** Who has concerns, as they put them: untrusted. */
  readonly concerns: readonly Pick<CycleAnswer, 'reviewer' | 'summary' | 'issues'>[];
}

/** The prompt for one agent; undefined where none is owed, or this agent has answered it. */
export function clarificationFor(run: Run, agent: string): Clarification | undefined {
  const { pause } = run;
  if (run.status !== 'paused' || pause === null || pause.clarified.includes(agent)) return undefined;
  if (pause.cause !== 'concerns') return undefined;
  const concerned = run.cycles.find(({ number }) => number === pause.cycle)?.answers ?? [];
  const concerns = concerned
    .filter(({ verdict }) => verdict === 'concerns')
    .map(({ reviewer, summary, issues }) => ({ reviewer, summary, issues }));
  const who = concerns.map(({ reviewer }) => reviewer).join(' and ');
  const part = concerns.some(({ reviewer }) => reviewer === agent)
    ? 'Say what would settle your concern, or that it is settled.'
    : 'Say how your work answers these concerns, or what you change.';
  return {
    cycle: pause.cycle,
    prompt:
      `The run is paused: ${who} have concerns about the work of cycle ${pause.cycle}. Stop changing files until it is settled. ` +
      `${part} Tell it as the summary of the event request_review; once all ${run.agents.length} agents have, everybody is asked again.`,
    concerns,
  };
}
