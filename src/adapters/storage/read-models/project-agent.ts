import { evolveAgent } from '../../../domain/identity/agent.js';
import type { Agent } from '../../../domain/model/agent.js';
import type { AgentEvent, Recorded } from '../../../domain/model/event.js';
import type { AgentRecord } from '../schema.js';

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
