import { openCycle, type Run, type RunDeadline } from '../model/run.js';

const minute = 60_000;

/** What will happen to a run by itself next, and when: a function of its journal alone. Undefined while it waits for a person. */
export function runDeadline(run: Run): RunDeadline | undefined {
  if (run.status === 'stopped') return undefined;
  const cycle = openCycle(run);
  if (cycle !== undefined) return { kind: 'answers_missing', dueAt: cycle.dueAt };
  const { pause, terms, timerSince } = run;
  if (pause === null) return { kind: 'agents_silent', dueAt: timerSince + terms.silenceMinutes * minute };
  if (pause.cause !== 'concerns') return undefined;
  return { kind: 'clarification_missing', dueAt: pause.since + terms.answerMinutes * minute };
}
