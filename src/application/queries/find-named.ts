import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Store } from '../ports/store.js';
import { findReviewRow, rowNamed } from './find-review.js';

/** What an id leads to. */
export interface Named {
  readonly of: 'review' | 'run' | 'gate' | 'task';
  readonly id: string;
}

/**
 * What `id` names, wherever it is kept: a review as `findReviewRow` finds it; else the latest gate of a task, or a run, a
 * gate or a task by its whole id or an unambiguous beginning. `latest` is the latest review.
 */
export async function findNamed(store: Store, id: string): Promise<Named | Refusal> {
  const review = await findReviewRow(store, id);
  if (!isRefusal(review)) return { of: 'review', id: review.id };
  if (review.code !== 'unknown_review' || id === 'latest') return review;
  const [ofTask] = await store.listGates({ task: id, limit: 1 });
  if (ofTask !== undefined) return { of: 'gate', id: ofTask.id };
  const runs = await store.findRuns(id);
  const gates = await store.findGates(id);
  const tasks = await store.findTasks(id);
  const others = [
    ...runs.map((run) => ({ of: 'run' as const, id: run.id, says: `run ${run.status}  ${run.title}` })),
    ...gates.map((gate) => ({ of: 'gate' as const, id: gate.id, says: `gate ${gate.status}  ${gate.task}` })),
    ...tasks.map((task) => ({ of: 'task' as const, id: task.id, says: `task ${task.status}  ${task.title}` })),
  ];
  const missing = refuse(
    'unknown_review',
    `not found: the id of no review, run, gate or task starts with "${id}", and no gate is of such a task`,
    'see `countersign list`, `countersign run list`, `countersign gate list` and `countersign task list` for the ids',
  );
  const found = rowNamed(id, others, missing, ({ says }) => says);
  return isRefusal(found) ? found : { of: found.of, id: found.id };
}
