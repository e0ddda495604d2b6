import { foldTask, isUnderReview, taskDue } from '../../domain/task/evolve.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import { ended } from '../task/ended.js';
import { unanswered } from '../task/outcome.js';
import { fireAll } from './fire-all.js';
import { fireDue } from './fire-due.js';
import type { Ticked } from './ticked.js';

/** As `tick`, for tasks whose review ended without a word or never began: it counts as failed, and the third goes to a person. */
export function tickTasks({ store, clock }: { readonly store: Store; readonly clock: Clock }): Promise<Ticked> {
  const now = clock.now();
  return fireAll(
    (limit) => store.dueTasks(now, limit),
    (id) =>
      fireDue(store, { stream: `task/${id}`, now }, (history) => {
        const task = foldTask(history);
        const due = task === undefined ? null : taskDue(task);
        if (task === undefined || due === null || due > now) return undefined;
        const why = isUnderReview(task)
          ? 'whoever reviewed it ended without a word'
          : 'nobody began its review in time';
        return [ended(task, null, unanswered(why), now)];
      }),
  );
}
