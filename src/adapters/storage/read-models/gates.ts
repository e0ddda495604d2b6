import type { GateFilter, GateRow } from '../../../application/ports/gates.js';
import type { GateRowRecord } from '../schema.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

export function selectGates({ task, status, waiting, limit = 50 }: GateFilter): Statement {
  const conditions = [
    ...(task === undefined ? [] : ['task = ?']),
    ...(status === undefined ? [] : [`status in (${status.map(() => '?').join(', ')})`]),
    ...(waiting === true ? ['waiting_since is not null'] : []),
  ];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const order = waiting === true ? 'waiting_since' : 'started_at desc';
  const values = [...(task === undefined ? [] : [task]), ...(status ?? []), limit];
  return statement(`select * from gates ${where} order by ${order}, id limit ?`, ...values);
}

export function gateRow(row: SqlRow): GateRow {
  const record = row as unknown as GateRowRecord;
  return {
    id: record.id,
    task: record.task,
    workflow: record.workflow,
    status: record.status,
    reason: record.reason,
    coder: record.coder,
    reviewer: record.reviewer,
    iterations: record.iterations,
    artifactPath: record.artifact_path,
    locked: record.locked,
    startedBy: record.started_by,
    startedAt: record.started_at,
    endedAt: record.ended_at,
    waitingSince: record.waiting_since,
  };
}
