import type { TaskFilter, TaskRow } from '../../../application/ports/tasks.js';
import type { Recorded, TaskEvent } from '../../../domain/model/event.js';
import type { Task } from '../../../domain/model/task.js';
import { notificationForTask } from '../../../domain/notification/notification-for-task.js';
import { evolveTask, taskDue } from '../../../domain/task/evolve.js';
import { latestStages } from '../../../domain/task/stages.js';
import type { NotificationRecord, TaskRowRecord } from '../schema.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';
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

export function selectTasks({ plan, key, status, blocked, waiting, limit = 50 }: TaskFilter): Statement {
  const conditions = [
    ...(plan === undefined ? [] : ['plan = ?']),
    ...(key === undefined ? [] : ['key = ?']),
    ...(status === undefined ? [] : [`status in (${status.map(() => '?').join(', ')})`]),
    ...(blocked === true ? ['blocked_at is not null'] : []),
    ...(waiting === true ? ['waits_for is not null'] : []),
  ];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const order = blocked === true ? 'blocked_at' : 'imported_at desc, position';
  const values = [...[plan, key].filter((value) => value !== undefined), ...(status ?? []), limit];
  return statement(`select * from tasks ${where} order by ${order}, id limit ?`, ...values);
}

export function taskRow(row: SqlRow): TaskRow {
  const record = row as unknown as TaskRowRecord;
  return {
    id: record.id,
    plan: record.plan,
    key: record.key,
    position: record.position,
    title: record.title,
    status: record.status,
    assignee: record.assignee,
    revisions: record.revisions,
    maxRevisions: record.max_revisions,
    spec: record.spec,
    quality: record.quality,
    review: record.review,
    waitsFor: record.waits_for,
    completion: record.completion,
    why: record.why,
    importedAt: record.imported_at,
    startedAt: record.started_at,
    endedAt: record.ended_at,
    blockedAt: record.blocked_at,
  };
}
