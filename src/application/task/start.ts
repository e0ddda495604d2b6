import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Task } from '../../domain/model/task.js';
import type { TaskDependencies } from './dependencies.js';
import { dependenciesOf, upToDate, viewOf, type TaskView } from './look.js';
import { findTaskRow, loadTask, recordTask } from './record.js';
import { workerOf } from './worker.js';

/** Work on a task begins, once everything that it depends on is complete (SPEC 6.3). Begun already by the same: nothing changes. */
export async function startTask(
  on: TaskDependencies,
  ask: { readonly task: string; readonly assignee?: string },
): Promise<TaskView | Refusal> {
  await upToDate(on);
  const row = await findTaskRow(on.store, ask.task);
  if (isRefusal(row)) return row;
  const { task } = await loadTask(on.store, row.id);
  const unmet = await unmetOf(on, task);
  if (unmet !== undefined) return unmet;
  const worker = await workerOf(on, ask.assignee);
  if (isRefusal(worker)) return worker;
  const actor = worker.proved ?? (await on.caller.claimed());
  const started = await recordTask(on, row.id, actor, (state) => {
    const assignee = worker.proved ?? ask.assignee ?? state.assignee ?? actor;
    if (state.status === 'in_progress' && state.assignee === assignee) return [];
    if (state.status === 'pending') return [{ type: 'task_started', data: { assignee } }];
    return state.status === 'in_progress'
      ? refuse('task_at_work', `${state.assignee ?? 'somebody'} works on task ${state.key}`, 'start another task')
      : notStartable(state);
  });
  return isRefusal(started) ? started : viewOf(on.store, started);
}

async function unmetOf({ store }: TaskDependencies, task: Task): Promise<Refusal | undefined> {
  const unmet = (await dependenciesOf(store, task)).filter(({ status }) => status !== 'complete');
  if (unmet.length === 0) return undefined;
  return {
    ...refuse(
      'depends_unmet',
      `task ${task.key} cannot start before what it depends on is complete`,
      'finish those first; one that is blocked needs a person: `countersign task decide`',
    ),
    problems: unmet.map(({ key, title, status }) => ({ message: `${key}  ${status.replaceAll('_', ' ')}  ${title}` })),
  };
}

/** Why there is nothing to start, or to review, in a state. */
export function notStartable({ key, status, why }: Task): Refusal {
  if (status === 'complete') return refuse('task_complete', `task ${key} is complete`, 'see `countersign task list`');
  if (status === 'blocked')
    return refuse(
      'task_blocked',
      `task ${key} is blocked: ${why ?? ''}`,
      `a person decides with \`countersign task decide ${key}\``,
    );
  return refuse('task_at_work', `task ${key} awaits its review`, `see \`countersign task show ${key}\``);
}
