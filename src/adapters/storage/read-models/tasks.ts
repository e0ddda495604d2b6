import type { TaskFilter, TaskRow } from '../../../application/ports/tasks.js';
import type { TaskRowRecord } from '../schema.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

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
