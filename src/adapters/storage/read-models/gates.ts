import type { GateFilter, GateRow } from '../../../application/ports/gates.js';
import { evolveGate, gateDue, openStatuses } from '../../../domain/gate/evolve.js';
import type { GateEvent, Recorded } from '../../../domain/model/event.js';
import type { Gate } from '../../../domain/model/gate.js';
import { notificationForGate } from '../../../domain/notification/notification-for-gate.js';
import type { GateRowRecord, NotificationRecord } from '../schema.js';
import { told } from './notification-record.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

/** The rows that events of one gate lead to, given the state before. Throws `BrokenHistory`. */
export function projectGate(
  before: Gate | undefined,
  events: readonly Recorded<GateEvent>[],
): { readonly gates: readonly GateRowRecord[]; readonly notifications: readonly NotificationRecord[] } {
  const of = { evolve: evolveGate, notification: notificationForGate };
  const { after, notifications } = told(before, events, of);
  return { gates: after === undefined ? [] : [gateRecord(after)], notifications };
}

function gateRecord(gate: Gate): GateRowRecord {
  return {
    id: gate.id,
    task: gate.task,
    workflow: gate.workflow,
    status: gate.status,
    reason: gate.reason,
    coder: gate.coder,
    reviewer: gate.reviewer,
    iterations: gate.iterations.length,
    artifact_path: gate.artifactPath,
    locked: gate.locked,
    started_by: gate.startedBy,
    started_at: gate.startedAt,
    ended_at: gate.endedAt,
    waiting_since: gate.waitingSince,
    next_due_at: gateDue(gate),
  };
}

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

/** Another gate that is open for the same task or the same artifact. */
export function selectOpenBeside(gate: Pick<GateRowRecord, 'id' | 'task' | 'artifact_path'>): Statement {
  const { id, task, artifact_path: path } = gate;
  const open = openStatuses.map(() => '?').join(', ');
  const where = `status in (${open}) and id <> ? and (task = ? or artifact_path = ?)`;
  return statement(`select id from gates where ${where} limit 1`, ...openStatuses, id, task, path);
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
