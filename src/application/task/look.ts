import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Task, TaskStatus } from '../../domain/model/task.js';
import { foldTask } from '../../domain/task/evolve.js';
import type { Store } from '../ports/store.js';
import type { TaskRow } from '../ports/tasks.js';
import type { TaskDependencies } from './dependencies.js';
import { findTaskRow, loadTask } from './record.js';
import { settleTasks } from './settle.js';

/** A task that comes before another one; `missing`: it was not imported. */
export interface Dependency {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly status: TaskStatus | 'missing';
}

export interface TaskView {
  readonly task: Task;
  readonly dependencies: readonly Dependency[];
}

/** What a person decided, and what is overdue, is applied before anything is shown. */
export async function upToDate(on: TaskDependencies): Promise<void> {
  await on.overdue();
  await settleTasks(on);
}

export async function listTasks(on: TaskDependencies, limit: number): Promise<readonly TaskRow[]> {
  await upToDate(on);
  return on.store.listTasks({ limit });
}

export async function showTask(on: TaskDependencies, id: string): Promise<TaskView | Refusal> {
  await upToDate(on);
  const row = await findTaskRow(on.store, id);
  if (isRefusal(row)) return row;
  return viewOf(on.store, (await loadTask(on.store, row.id)).task);
}

export async function viewOf(store: Store, task: Task): Promise<TaskView> {
  return { task, dependencies: await dependenciesOf(store, task) };
}

export async function dependenciesOf(store: Store, { dependsOn }: Task): Promise<readonly Dependency[]> {
  const found: Dependency[] = [];
  for (const id of dependsOn) {
    const task = foldTask(await store.readStream(`task/${id}`));
    const { key, title, status } = task ?? { key: id, title: '', status: 'missing' as const };
    found.push({ id, key, title, status });
  }
  return found;
}
