import type { TaskPersonDecided } from '../../domain/model/task-event.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { refusedOnStream } from '../commands/refused-attempt.js';
import { personOf } from '../person-of.js';
import type { TaskDependencies } from './dependencies.js';
import { upToDate, viewOf, type TaskView } from './look.js';
import { findTaskRow, recordTask } from './record.js';

export interface DecideTask {
  readonly task: string;
  readonly outcome: TaskPersonDecided['outcome'];
  readonly note: string;
}

/** A person's word on a task that is blocked: it counts as it is, or goes back to its worker. */
export async function decideTask(on: TaskDependencies, ask: DecideTask): Promise<TaskView | Refusal> {
  await upToDate(on);
  const note = ask.note.trim();
  if (note === '') return refuse('reason_missing', 'a person decides with a note', 'add `--note "why"`');
  const row = await findTaskRow(on.store, ask.task);
  if (isRefusal(row)) return row;
  const { who, actor } = await personOf(on, on.caller);
  if (isRefusal(who)) return refusedOnStream(on, `task/${row.id}`, who, { verb: 'decide', actor });
  const person = who.name;
  const names = [person, ...who.commitsAs];
  const task = await recordTask(on, row.id, person, (state) => {
    if (state.status !== 'blocked')
      return refuse(
        'not_waiting',
        `task ${state.key} does not wait for a person: ${state.status}`,
        'see `countersign inbox`',
      );
    if (ask.outcome === 'complete' && state.assignee !== null && names.includes(state.assignee))
      return refuse('own_work', `${person} did task ${state.key}`, 'ask another person');
    return [{ type: 'task_person_decided', data: { outcome: ask.outcome, person, note } }];
  });
  return isRefusal(task) ? task : viewOf(on.store, task);
}
