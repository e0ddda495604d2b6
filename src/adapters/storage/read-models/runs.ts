import type { RunFilter, RunRow } from '../../../application/ports/runs.js';
import type { RunRecord } from '../schema.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

export function selectRuns({ open, agent, waiting, limit = 50 }: RunFilter): Statement {
  const conditions = [
    ...(open === true ? ['stopped_at is null'] : []),
    ...(waiting === true ? ['waiting_since is not null'] : []),
    ...(agent === undefined ? [] : ['exists (select 1 from json_each(agents) where value = ?)']),
  ];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const order = waiting === true ? 'waiting_since' : 'started_at desc';
  const values = agent === undefined ? [limit] : [agent, limit];
  return statement(`select * from runs ${where} order by ${order}, id limit ?`, ...values);
}

export function runRow(row: SqlRow): RunRow {
  const record = row as unknown as RunRecord;
  return {
    id: record.id,
    title: record.title,
    status: record.status,
    flagged: record.flagged === 1,
    agents: JSON.parse(record.agents) as string[],
    cause: record.cause,
    cycles: record.cycles,
    issues: record.issues,
    startedBy: record.started_by,
    startedAt: record.started_at,
    stoppedAt: record.stopped_at,
    waitingSince: record.waiting_since,
  };
}
