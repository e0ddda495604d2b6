import { decide } from '../../domain/protocols/four-rules/decide.js';
import { runDeadline } from '../../domain/run/deadlines.js';
import { foldRun } from '../../domain/run/evolve.js';
import { fireRun } from '../../domain/run/fire.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import { fireAll } from './fire-all.js';
import { fireDue } from './fire-due.js';
import type { Ticked } from './ticked.js';

/**
 * As `tick`, for runs (EVT: the 15-minute fallback, answers and clarifications that did not come). What was due is fired once for each
 * run and call: a deadline that the effect sets lies ahead, however late this comes.
 */
export function tickRuns({ store, clock }: { readonly store: Store; readonly clock: Clock }): Promise<Ticked> {
  const now = clock.now();
  return fireAll(
    (limit) => store.dueRuns(now, limit),
    (id) =>
      fireDue(store, { stream: `run/${id}`, now }, (history) => {
        const run = foldRun(history);
        const due = run === undefined ? undefined : runDeadline(run);
        return run === undefined || due === undefined || due.dueAt > now ? undefined : fireRun(run, due, now, decide);
      }),
  );
}
