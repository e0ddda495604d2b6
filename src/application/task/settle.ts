import { isRefusal } from '../../domain/model/refusal.js';
import type { Task } from '../../domain/model/task.js';
import type { TaskEvent } from '../../domain/model/event.js';
import { decide } from '../../domain/protocols/task/decide.js';
import { retryUntil } from '../../domain/task/retry.js';
import type { TaskDependencies } from './dependencies.js';
import { outcomeOf, type ReviewOutcome } from './outcome.js';
import { recordTask } from './record.js';

/** Rows looked at: all whose review waits for a person. */
const every = 1_000_000;

/** Applies to tasks what people decided of their reviews meanwhile. */
export async function settleTasks(on: TaskDependencies): Promise<void> {
  const awaiting = await on.store.listTasks({ status: ['awaiting_review'], limit: every });
  for (const { id, waitsFor } of awaiting) {
    if (waitsFor === null) continue;
    const document = await on.showReview(waitsFor);
    const outcome = isRefusal(document) ? undefined : outcomeOf(document);
    if (outcome === undefined) continue;
    await recordTask(on, id, 'countersign', (task) =>
      task.waitsFor === waitsFor ? [ended(task, waitsFor, outcome, on.clock.now())] : [],
    );
  }
}

/** The event that a review leads to (SVC: completed where it was approved, else failed). */
export function ended(task: Task, review: string | null, { said, stages }: ReviewOutcome, now: number): TaskEvent {
  const decision = decide(said, task);
  return {
    type: decision.status === 'complete' ? 'task_review_completed' : 'task_review_failed',
    data: { review, said, stages, decision, retryUntil: retryUntil(decision, task, now) },
  };
}
