import type { TaskFilter, TaskRow } from '../../../application/ports/tasks.js';
import type { Recorded, TaskEvent } from '../../../domain/model/event.js';
import type { Task } from '../../../domain/model/task.js';
import { evolveTask, taskDue } from '../../../domain/task/evolve.js';
import { latestStages } from '../../../domain/task/stages.js';

/** Tasks of a store that ends with the process. */
export class MemoryTasks {
  readonly #tasks = new Map<string, Task>();

  get(id: string): Task | undefined {
    return this.#tasks.get(id);
  }

  set(task: Task): void {
    this.#tasks.set(task.id, task);
  }

  /** Each event with the state after it. Throws `BrokenHistory` before anything was kept. */
  evolving(events: readonly Recorded<TaskEvent>[]) {
    let task = this.#tasks.get(events[0]?.stream.slice('task/'.length) ?? '');
    return events.map((event) => {
      task = evolveTask(task, event);
      return { event, task };
    });
  }

  list({ plan, key, status, blocked, limit = 50 }: TaskFilter): readonly TaskRow[] {
    const first = (task: Task) => (blocked === true ? (task.blockedAt ?? 0) : -task.importedAt);
    const second = (task: Task) => (blocked === true ? 0 : task.position);
    return [...this.#tasks.values()]
      .filter((task) => plan === undefined || task.plan === plan)
      .filter((task) => key === undefined || task.key === key)
      .filter((task) => status === undefined || status.includes(task.status))
      .filter((task) => blocked !== true || task.blockedAt !== null)
      .sort((a, b) => first(a) - first(b) || second(a) - second(b) || byId(a, b))
      .slice(0, limit)
      .map(taskRow);
  }

  find(prefix: string): readonly TaskRow[] {
    return [...this.#tasks.values()]
      .filter(({ id }) => id.toLowerCase().startsWith(prefix.toLowerCase()))
      .sort(byId)
      .slice(0, 10)
      .map(taskRow);
  }

  due(now: number, limit: number) {
    return [...this.#tasks.values()]
      .flatMap((task) => {
        const dueAt = taskDue(task);
        return dueAt === null || dueAt > now ? [] : [{ id: task.id, dueAt }];
      })
      .sort((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit);
  }
}

function byId(a: Task, b: Task): number {
  return a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1;
}

function taskRow(task: Task): TaskRow {
  const { id, plan, key, position, title, status, assignee, revisions, maxRevisions } = task;
  const { completion, why, waitsFor, importedAt, startedAt, endedAt, blockedAt } = task;
  return {
    ...{ id, plan, key, position, title, status, assignee, revisions, maxRevisions },
    ...{ completion, why, waitsFor, importedAt, startedAt, endedAt, blockedAt },
    ...latestStages(task),
    review: task.reviews.at(-1)?.review ?? null,
  };
}
