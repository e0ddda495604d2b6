import type { TaskEvent } from '../../domain/model/event.js';
import type { Task } from '../../domain/model/task.js';
import { decide } from '../../domain/protocols/task/decide.js';
import { retryUntil } from '../../domain/task/retry.js';
import type { ReviewOutcome } from './outcome.js';

/** The event that a review leads to (SVC: completed where it was approved, else failed). */
export function ended(task: Task, review: string | null, { said, stages }: ReviewOutcome, now: number): TaskEvent {
  const decision = decide(said, task);
  return {
    type: decision.status === 'complete' ? 'task_review_completed' : 'task_review_failed',
    data: { review, said, stages, decision, retryUntil: retryUntil(decision, task, now) },
  };
}
