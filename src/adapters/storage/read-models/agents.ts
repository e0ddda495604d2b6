import type { AgentRow } from '../../../application/ports/store.js';
import type { AgentRecord } from '../schema.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

export const selectAgents: Statement = statement('select * from agents order by name');

export function selectAgentByToken(tokenHash: string): Statement {
  return statement('select name from agents where token_hash = ?', tokenHash);
}

export function agentRow(row: SqlRow): AgentRow {
  const record = row as unknown as AgentRecord;
  return {
    name: record.name,
    kind: record.kind,
    role: record.role,
    family: record.family,
    commitsAs: JSON.parse(record.commits_as) as string[],
    createdAt: record.created_at,
    revokedAt: record.revoked_at,
  };
}
