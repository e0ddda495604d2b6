import type { Recorded, TaskEvent } from '../../../domain/model/event.js';
import type { Task } from '../../../domain/model/task.js';
import { notificationForTask } from '../../../domain/notification/notification-for-task.js';
import { evolveTask, taskDue } from '../../../domain/task/evolve.js';
import { latestStages } from '../../../domain/task/stages.js';
import type { NotificationRecord, TaskRowRecord } from '../schema.js';
import { told } from './notification-record.js';

/** The rows that events of one task lead to, given the state before. Throws `BrokenHistory`. */
export function projectTask(
  before: Task | undefined,
  events: readonly Recorded<TaskEvent>[],
): { readonly tasks: readonly TaskRowRecord[]; readonly notifications: readonly NotificationRecord[] } {
  const of = { evolve: evolveTask, notification: notificationForTask };
  const { after, notifications } = told(before, events, of);
  return { tasks: after === undefined ? [] : [taskRecord(after)], notifications };
}

function taskRecord(task: Task): TaskRowRecord {
  return {
    id: task.id,
    plan: task.plan,
    key: task.key,
    position: task.position,
    title: task.title,
    status: task.status,
    assignee: task.assignee,
    revisions: task.revisions,
    max_revisions: task.maxRevisions,
    ...latestStages(task),
    review: task.reviews.at(-1)?.review ?? null,
    waits_for: task.waitsFor,
    completion: task.completion,
    why: task.why,
    imported_at: task.importedAt,
    started_at: task.startedAt,
    ended_at: task.endedAt,
    blocked_at: task.blockedAt,
    next_due_at: taskDue(task),
  };
}
