import { decide } from '../../domain/protocols/four-rules/decide.js';
import { runDeadline } from '../../domain/run/deadlines.js';
import { foldRun } from '../../domain/run/evolve.js';
import { fireRun } from '../../domain/run/fire.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import { fireAll } from './fire-all.js';
import type { Ticked } from './ticked.js';

interface On {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * As `tick`, for runs (EVT: the 15-minute fallback, answers and clarifications that did not come). What was due is fired once for each
 * run and call: a deadline that the effect sets lies ahead, however late this comes.
 */
export function tickRuns(on: On): Promise<Ticked> {
  const now = on.clock.now();
  return fireAll(
    (limit) => on.store.dueRuns(now, limit),
    (id) => fireDue(on, id, now),
  );
}

/** One append each. Whoever loses the race looks again. */
async function fireDue({ store }: On, id: string, now: number): Promise<number> {
  const stream = `run/${id}` as const;
  let fired = 0;
  for (;;) {
    const history = await store.readStream(stream);
    const run = foldRun(history);
    const due = run === undefined ? undefined : runDeadline(run);
    if (run === undefined || due === undefined || due.dueAt > now) return fired;
    const events = fireRun(run, due, now, decide);
    const appended = await store.append({
      stream,
      expectedVersion: history.length,
      actor: 'countersign',
      at: now,
      events,
    });
    if (appended.outcome === 'appended') fired += 1;
  }
}
