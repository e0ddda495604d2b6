import type { TaskEvent } from '../../domain/model/event.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Task } from '../../domain/model/task.js';
import { evolveTask, foldTask } from '../../domain/task/evolve.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import type { TaskRow } from '../ports/tasks.js';
import { ambiguousId, rowNamed } from '../queries/find-review.js';

const attempts = 20;

interface On {
  readonly store: Store;
  readonly clock: Clock;
}

/** Decides on the present state of a task and records it, anew while others write first. */
export async function recordTask(
  { store, clock }: On,
  id: string,
  actor: string,
  decide: (task: Task) => readonly TaskEvent[] | Refusal,
): Promise<Task | Refusal> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { task, version } = await loadTask(store, id);
    const events = decide(task);
    if (isRefusal(events)) return events;
    if (events.length === 0) return task;
    const stream = `task/${id}` as const;
    const appended = await store.append({ stream, expectedVersion: version, actor, at: clock.now(), events });
    if (appended.outcome === 'appended') return appended.events.reduce<Task>(evolveTask, task);
  }
  return refuse('busy', `task ${id} is being changed by others`, 'try again');
}

/** The state of a task that is known to exist. Throws when its stream is missing. */
export async function loadTask(store: Store, id: string): Promise<{ readonly task: Task; readonly version: number }> {
  const events = await store.readStream(`task/${id}`);
  const task = foldTask(events);
  if (task === undefined) throw new Error(`task ${id} is listed but its stream is empty: run \`countersign rebuild\``);
  return { task, version: events.length };
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
