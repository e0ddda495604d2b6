import type { Recorded, RunEvent } from '../../../domain/model/event.js';
import type { Run } from '../../../domain/model/run.js';
import { notificationForRun } from '../../../domain/notification/notification-for-run.js';
import { runDeadline } from '../../../domain/run/deadlines.js';
import { evolveRun } from '../../../domain/run/evolve.js';
import { waitingSince } from '../../../domain/run/waiting.js';
import type { NotificationRecord, RunRecord } from '../schema.js';
import { told } from './notification-record.js';

/** The rows that events of one run lead to, given the state before. Throws `BrokenHistory`. */
export function projectRun(
  before: Run | undefined,
  events: readonly Recorded<RunEvent>[],
): { readonly runs: readonly RunRecord[]; readonly notifications: readonly NotificationRecord[] } {
  const of = { evolve: evolveRun, notification: notificationForRun };
  const { after, notifications } = told(before, events, of);
  return { runs: after === undefined ? [] : [runRecord(after)], notifications };
}

function runRecord(run: Run): RunRecord {
  return {
    id: run.id,
    title: run.title,
    status: run.status,
    flagged: run.flagged ? 1 : 0,
    agents: JSON.stringify(run.agents),
    cause: run.pause?.cause ?? null,
    cycles: run.cycles.length,
    issues: run.issues.length,
    started_by: run.startedBy,
    started_at: run.startedAt,
    stopped_at: run.stoppedAt,
    waiting_since: waitingSince(run),
    next_due_at: runDeadline(run)?.dueAt ?? null,
  };
}
