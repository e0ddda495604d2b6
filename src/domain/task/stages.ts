import type { Task, TaskStages } from '../model/task.js';

/** What the latest review that ended came to; a retry that judges nothing says nothing new. */
export function latestStages({ reviews }: Pick<Task, 'reviews'>): TaskStages {
  const judged = reviews.findLast(({ said }) => said !== null && said.result !== 'inconclusive');
  return judged?.stages ?? { spec: 'none', quality: 'none' };
}
