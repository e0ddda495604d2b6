import type { Recorded, TaskEvent } from '../../domain/model/event.js';
import type { TaskReviewed } from '../../domain/model/task-event.js';
import type { Task } from '../../domain/model/task.js';
import { decide } from '../../domain/protocols/task/decide.js';
import { foldTask, isUnderReview, taskDue } from '../../domain/task/evolve.js';
import { retryUntil } from '../../domain/task/retry.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import { fireAll } from './fire-all.js';
import type { Ticked } from './ticked.js';

interface On {
  readonly store: Store;
  readonly clock: Clock;
}

/** As `tick`, for tasks whose review ended without a word or never began: it counts as failed, and the third goes to a person. */
export function tickTasks(on: On): Promise<Ticked> {
  const now = on.clock.now();
  return fireAll(
    (limit) => on.store.dueTasks(now, limit),
    (id) => fireDue(on, id, now),
  );
}

/** Whoever loses the race looks again. */
async function fireDue({ store }: On, id: string, now: number): Promise<number> {
  const stream = `task/${id}` as const;
  for (;;) {
    const history: readonly Recorded<TaskEvent>[] = await store.readStream(stream);
    const task = foldTask(history);
    const due = task === undefined ? null : taskDue(task);
    if (task === undefined || due === null || due > now) return 0;
    const events = [{ type: 'task_review_failed', data: givenUp(task, now) }] as const;
    const expectedVersion = history.length;
    const appended = await store.append({ stream, expectedVersion, actor: 'countersign', at: now, events });
    if (appended.outcome === 'appended') return 1;
  }
}

function givenUp(task: Task, now: number): TaskReviewed {
  const summary = isUnderReview(task) ? 'whoever reviewed it ended without a word' : 'nobody began its review in time';
  const said = { result: 'inconclusive', issues: [], summary, blocking: false } as const;
  const decision = decide(said, task);
  return {
    review: null,
    said,
    stages: { spec: 'none', quality: 'none' },
    decision,
    retryUntil: retryUntil(decision, task, now),
  };
}
