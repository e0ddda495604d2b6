import type { TaskFilter, TaskRow } from '../../../application/ports/tasks.js';
import type { TaskEvent } from '../../../domain/model/event.js';
import type { Task } from '../../../domain/model/task.js';
import { evolveTask, taskDue } from '../../../domain/task/evolve.js';
import { latestStages } from '../../../domain/task/stages.js';
import { byId, MemoryStates } from './memory-states.js';

/** Tasks of a store that ends with the process. */
export class MemoryTasks extends MemoryStates<TaskEvent, Task> {
  constructor() {
    super({ evolve: evolveTask, dueAt: taskDue });
  }

  list({ plan, key, status, blocked, waiting, limit = 50 }: TaskFilter): readonly TaskRow[] {
    const first = (task: Task) => (blocked === true ? (task.blockedAt ?? 0) : -task.importedAt);
    const second = (task: Task) => (blocked === true ? 0 : task.position);
    return this.all()
      .filter((task) => plan === undefined || task.plan === plan)
      .filter((task) => key === undefined || task.key === key)
      .filter((task) => status === undefined || status.includes(task.status))
      .filter((task) => waiting !== true || task.waitsFor !== null)
      .filter((task) => blocked !== true || task.blockedAt !== null)
      .sort((a, b) => first(a) - first(b) || second(a) - second(b) || byId(a, b))
      .slice(0, limit)
      .map(taskRow);
  }

  find(prefix: string): readonly TaskRow[] {
    return this.startingWith(prefix).map(taskRow);
  }
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
