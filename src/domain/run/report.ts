import type { RunEvent } from '../model/event.js';
import { openCycle, type Run, type RunEventKind, type RunTrigger } from '../model/run.js';
import { refuse, type Refusal } from '../model/refusal.js';
import { cycleOpened } from './cycle.js';

/** What an agent tells its run, and the cycle that it opens, unless one is open or the run waits for a person. */
export function report(
  run: Run,
  told: { readonly agent: string; readonly kind: RunEventKind; readonly summary: string },
  now: number,
): readonly RunEvent[] | Refusal {
  if (run.status === 'stopped') return stopped(run);
  const reported: RunEvent = { type: 'run_reported', data: told };
  const { agent, kind, summary } = told;
  const texts = [...(run.reported[agent] ?? []), ...(summary === '' ? [] : [summary])];
  const after = { ...run, reported: { ...run.reported, [agent]: texts } };
  return opens(run, told) ? [reported, cycleOpened(after, kind, agent, now)] : [reported];
}

function opens(run: Run, { agent, kind }: { readonly agent: string; readonly kind: RunEventKind }): boolean {
  if (openCycle(run) !== undefined) return false;
  const { pause } = run;
  if (pause === null) return true;
  switch (pause.cause) {
    case 'blocker':
    case 'unanswered':
      return false;
    case 'missing_answer':
      return kind === 'request_review';
    case 'concerns':
      return run.agents.every((each) => each === agent || pause.clarified.includes(each));
  }
}

/**
 * A cycle that somebody asks for by hand (EVT section 1, trigger 4). Nothing where one is open: it is the same cycle. Only a person whom a
 * token proves asks past a clarification that the agents owe.
 */
export function triggered(
  run: Run,
  { trigger, by, person }: { readonly trigger: RunTrigger; readonly by: string; readonly person: boolean },
  now: number,
): readonly RunEvent[] | Refusal {
  if (run.status === 'stopped') return stopped(run);
  if (openCycle(run) !== undefined) return [];
  if (run.pause?.cause === 'blocker')
    return refuse(
      'run_paused',
      `run ${run.id} is paused: a blocker waits for a person, and no cycle overrides it`,
      'a person settles it with `countersign run resume`',
    );
  if (!person && (run.pause?.cause === 'concerns' || run.pause?.cause === 'unanswered'))
    return refuse(
      'run_paused',
      `run ${run.id} is paused: its agents owe a clarification, and no cycle replaces it`,
      'each agent answers the prompt with the event request_review; or a person asks, or settles it with `countersign run resume`',
    );
  return [cycleOpened(run, trigger, by, now)];
}

export function stopped({ id }: Pick<Run, 'id'>): Refusal {
  return refuse('run_stopped', `run ${id} is over`, 'a person starts another with `countersign run start`');
}
