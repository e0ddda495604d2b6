import type { Agent } from '../model/agent.js';
import { BrokenHistory } from '../model/broken-history.js';
import type { AgentAdded, AgentEvent, Recorded } from '../model/event.js';

/** State after all events of one agent's stream; undefined for an empty stream. */
export function foldAgent(events: readonly Recorded<AgentEvent>[]): Agent | undefined {
  let agent: Agent | undefined;
  for (const event of events) agent = evolveAgent(agent, event);
  return agent;
}

/** State after one more event. Throws `BrokenHistory` when the event cannot follow. */
export function evolveAgent(agent: Agent | undefined, recorded: Recorded<AgentEvent>): Agent {
  const event = { type: recorded.type, data: recorded.data } as AgentEvent;
  if (event.type === 'agent_added') {
    if (agent !== undefined) throw new BrokenHistory(`${recorded.stream}: added twice`);
    return added(recorded, event.data);
  }
  if (agent === undefined) throw new BrokenHistory(`${recorded.stream}: ${event.type} before agent_added`);
  if (event.type === 'attempt_refused') return agent;
  if (agent.revokedAt !== null) throw new BrokenHistory(`${recorded.stream}: ${event.type} after agent_revoked`);
  switch (event.type) {
    case 'token_rotated':
      return { ...agent, tokenHash: event.data.tokenHash, publicKey: event.data.publicKey ?? null };
    case 'agent_revoked':
      return { ...agent, revokedAt: recorded.at };
  }
}

function added(recorded: Recorded<AgentEvent>, data: AgentAdded): Agent {
  return {
    name: recorded.stream.slice('agent/'.length),
    kind: data.kind,
    role: data.role,
    family: data.family ?? null,
    commitsAs: data.commitsAs ?? [],
    tokenHash: data.tokenHash,
    publicKey: data.publicKey ?? null,
    createdAt: recorded.at,
    revokedAt: null,
  };
}
