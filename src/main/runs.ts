import { ulid } from 'ulid';
import { systemClock } from '../adapters/clock/system-clock.js';
import { RememberedReads } from '../adapters/storage/remembered-reads.js';
import { heartbeat } from '../application/peer/heartbeat.js';
import { tick } from '../application/deadlines/tick.js';
import type { Store } from '../application/ports/store.js';
import type { RunDependencies, StartRunDependencies } from '../application/run/dependencies.js';
import { listRuns, ownRuns, showRun } from '../application/run/look.js';
import { resumeRun, stopRun } from '../application/run/settle.js';
import { startRun } from '../application/run/start.js';
import { answerCycle, emitEvent, triggerCycle } from '../application/run/talk.js';
import { runView } from '../application/run/view.js';
import type { Runs } from '../application/runs.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { callerOf } from './caller.js';
import { digest } from './digest.js';
import type { Local } from './local.js';

/** Runs on this machine, beside what waits, for whoever holds the token of `start`. */
export function localRuns(local: Local): Omit<Runs, 'waiting'> {
  const { start, withStore } = local;
  const caller = callerOf(start);
  const reads = start.serves === true ? new RememberedReads() : undefined;
  const by = <T>(mode: 'write' | 'look', use: (on: RunDependencies) => Promise<T | Refusal>) =>
    withStore(mode, (opened) => use(dependencies(reads?.during(opened) ?? opened, caller)));
  const write = <T>(use: (on: RunDependencies) => Promise<T | Refusal>) => by('write', use);
  return {
    start: async (ask) => {
      const run = await write((on) => startRun(starting(local, on), ask));
      return isRefusal(run) ? run : runView(run, undefined);
    },
    show: (run) => by('look', (on) => showRun(on, run)),
    list: (ask) => by('look', (on) => listRuns(on, ask)),
    own: () => by('look', (on) => ownRuns(on)),
    event: (ask) => write((on) => emitEvent(on, ask)),
    answer: (ask) => write((on) => answerCycle(on, ask)),
    trigger: (ask) => write((on) => triggerCycle(on, ask)),
    resume: (ask) => write((on) => resumeRun(on, ask)),
    stop: (ask) => write((on) => stopRun(on, ask)),
  };
}

function dependencies(store: Store, caller: RunDependencies['caller']): RunDependencies {
  const on = { store, clock: systemClock, digest };
  return {
    ...on,
    caller,
    overdue: async () => (await tick(on)).fired,
    heartbeat: (principal) => heartbeat(on, principal),
  };
}

function starting({ start }: Local, on: RunDependencies): StartRunDependencies {
  return {
    ...on,
    newId: () => ulid(),
    policy: async () => {
      const { currentPolicy } = await import('./policy.js');
      const found = await currentPolicy(start);
      return isRefusal(found) ? found : found.policy;
    },
  };
}
