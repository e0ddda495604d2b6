import type { Task, TaskDecision } from '../model/task.js';

/** How long a review that failed may wait to be begun again, after the first failure; twice as long after each. Milliseconds. */
const first = 30 * 60_000;

/** Epoch milliseconds until which a review that failed is to be begun again; null where none is owed. */
export function retryUntil({ status }: TaskDecision, { failures }: Pick<Task, 'failures'>, now: number): number | null {
  return status === 'awaiting_review' ? now + first * 2 ** failures : null;
}
