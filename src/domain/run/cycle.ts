import type { RunEvent } from '../model/event.js';
import type { Run, RunTrigger } from '../model/run.js';

const minute = 60_000;

/** What stands for an agent of whom nothing is known yet. */
export const nothingReported = 'Nothing was reported yet.';

/** Opens a cycle over all peers of a run that has none open. */
export function cycleOpened(run: Run, trigger: RunTrigger, by: string, now: number): RunEvent {
  const summaries = Object.fromEntries(run.agents.map((agent) => [agent, summaryOf(run, agent)]));
  const dueAt = now + run.terms.answerMinutes * minute;
  return {
    type: 'cycle_opened',
    data: { number: run.cycles.length + 1, trigger, by, asked: run.agents, summaries, dueAt },
  };
}

/** All that an agent reported since the latest cycle; what it reported last where that is nothing. */
function summaryOf({ reported, cycles }: Run, agent: string): string {
  const texts = reported[agent] ?? [];
  if (texts.length > 0) return texts.join('\n');
  return cycles.at(-1)?.summaries[agent] ?? nothingReported;
}
