import type { RunEvent } from '../model/event.js';
import { openCycle, type Run, type RunDeadline } from '../model/run.js';
import type { DecideCycle } from './answer.js';
import { cycleOpened } from './cycle.js';

/** What a deadline causes, the fact that it fired first: to be appended at once (SPEC 2, rule 10). It never approves. */
export function fireRun(run: Run, { kind, dueAt }: RunDeadline, now: number, decide: DecideCycle): readonly RunEvent[] {
  const fired: RunEvent = { type: 'run_deadline_fired', data: { kind, dueAt } };
  switch (kind) {
    case 'agents_silent':
      return [fired, cycleOpened(run, 'timeout_fallback', 'countersign', now)];
    case 'answers_missing': {
      const cycle = openCycle(run);
      if (cycle === undefined) return [fired];
      return [fired, { type: 'cycle_decided', data: { cycle: cycle.number, decision: decide(cycle) } }];
    }
    case 'clarification_missing':
      return [fired];
  }
}
