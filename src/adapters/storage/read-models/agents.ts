import type { AgentRow } from '../../../application/ports/store.js';
import { evolveAgent } from '../../../domain/identity/agent.js';
import type { Agent } from '../../../domain/model/agent.js';
import type { AgentEvent, Recorded } from '../../../domain/model/event.js';
import type { AgentRecord } from '../schema.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

export const selectAgents: Statement = statement('select * from agents order by name');

export function selectAgentByToken(tokenHash: string): Statement {
  return statement('select name from agents where token_hash = ?', tokenHash);
}

/** The row that events of one agent's stream lead to, given the state before. Throws `BrokenHistory`. */
export function agentRecords(before: Agent | undefined, events: readonly Recorded<AgentEvent>[]): AgentRecord[] {
  const after = events.reduce<Agent | undefined>(evolveAgent, before);
  if (after === undefined) return [];
  return [
    {
      name: after.name,
      kind: after.kind,
      role: after.role,
      family: after.family,
      commits_as: JSON.stringify(after.commitsAs),
      token_hash: after.tokenHash,
      created_at: after.createdAt,
      revoked_at: after.revokedAt,
    },
  ];
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
