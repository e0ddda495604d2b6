import type { TaskEvent } from '../../domain/model/event.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Task } from '../../domain/model/task.js';
import { evolveTask } from '../../domain/task/evolve.js';
import { loadState, recordState } from '../kept-state.js';
import type { Store } from '../ports/store.js';
import type { TaskRow } from '../ports/tasks.js';
import { ambiguousId, rowNamed } from '../queries/find-review.js';
import type { TaskDependencies } from './dependencies.js';

const kept = { kind: 'task', stream: (id: string) => `task/${id}` as const, evolve: evolveTask };

/** Decides on the present state of a task and records it, anew while others write first. */
export function recordTask(
  on: Pick<TaskDependencies, 'store' | 'clock'>,
  id: string,
  actor: string,
  decide: (task: Task) => readonly TaskEvent[] | Refusal,
): Promise<Task | Refusal> {
  return recordState(on, { kept, id, actor }, decide);
}

/** The state of a task that is known to exist. Throws when its stream is missing. */
export async function loadTask(store: Store, id: string): Promise<{ readonly task: Task; readonly version: number }> {
  const { state, version } = await loadState(store, kept, id);
  return { task: state, version };
}

/** The row that `id` names: its name in the only plan that has it, a whole id, or an unambiguous beginning of one. */
export async function findTaskRow(store: Store, id: string): Promise<TaskRow | Refusal> {
  const [first, ...more] = await store.listTasks({ key: id, limit: 10 });
  if (first !== undefined && more.length === 0) return first;
  if (first !== undefined)
    return ambiguousId(
      id,
      [first, ...more].map(({ id: each, plan, title }) => `${each}  ${plan}  ${title}`),
    );
  const missing = refuse(
    'unknown_task',
    `no task is called "${id}", and no task's id starts so`,
    'see `countersign task list`; `countersign task import PLAN` makes tasks',
  );
  return rowNamed(id, await store.findTasks(id), missing, ({ status, title }) => `${status}  ${title}`);
}
