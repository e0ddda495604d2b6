import { isRefusal } from '../../domain/model/refusal.js';
import type { TaskDependencies } from './dependencies.js';
import { ended } from './ended.js';
import { outcomeOf } from './outcome.js';
import { recordTask } from './record.js';

/** Rows looked at: all whose review waits for a person. */
const every = 1_000_000;

/** Applies to tasks what people decided of their reviews meanwhile; a line of each. */
export async function settleTasks(
  on: Pick<TaskDependencies, 'store' | 'clock' | 'showReview'>,
): Promise<readonly string[]> {
  const settled: string[] = [];
  const awaiting = await on.store.listTasks({ status: ['awaiting_review'], waiting: true, limit: every });
  for (const { id, waitsFor } of awaiting) {
    if (waitsFor === null) continue;
    const document = await on.showReview(waitsFor);
    const outcome = isRefusal(document) ? undefined : outcomeOf(document);
    if (outcome === undefined) continue;
    const after = await recordTask(on, id, 'countersign', (task) =>
      task.waitsFor === waitsFor ? [ended(task, waitsFor, outcome, on.clock.now())] : [],
    );
    if (!isRefusal(after) && after.waitsFor !== waitsFor)
      settled.push(
        `task ${after.key} of ${after.plan} is ${after.status.replaceAll('_', ' ')}: review ${waitsFor} was decided`,
      );
  }
  return settled;
}
