import { evolveGate, gateDue, openStatuses } from '../../../domain/gate/evolve.js';
import type { GateEvent, Recorded } from '../../../domain/model/event.js';
import type { Gate } from '../../../domain/model/gate.js';
import { notificationForGate } from '../../../domain/notification/notification-for-gate.js';
import type { GateRowRecord, NotificationRecord } from '../schema.js';
import { statement, type Statement } from '../sqlite/connection.js';
import { told } from './notification-record.js';

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

/** Another gate that is open for the same task or the same artifact. */
export function selectOpenBeside(gate: Pick<GateRowRecord, 'id' | 'task' | 'artifact_path'>): Statement {
  const { id, task, artifact_path: path } = gate;
  const open = openStatuses.map(() => '?').join(', ');
  const where = `status in (${open}) and id <> ? and (task = ? or artifact_path = ?)`;
  return statement(`select id from gates where ${where} limit 1`, ...openStatuses, id, task, path);
}
