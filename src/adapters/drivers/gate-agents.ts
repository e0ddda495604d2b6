import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GateAgents } from '../../application/ports/gate-agents.js';
import type { AgentEntry } from '../../domain/model/policy-protocols.js';
import { isAsked } from '../../domain/model/seat.js';
import { refuse } from '../../domain/model/refusal.js';
import type { SeatedAgent } from '../../domain/seating/seating.js';
import type { DriverFound } from './driver.js';
import { asItStands } from './isolation/checkout.js';
import { withoutValues } from './seat/redact-opinion.js';

export interface GateAgentsOptions {
  /** By name. */
  readonly agents: Readonly<Record<string, AgentEntry>>;
  readonly find: (agent: SeatedAgent, signal: AbortSignal) => Promise<DriverFound>;
  /** Told what is being done now. */
  readonly progress: (who: string, step: string) => void;
}

const minute = 60_000;
const idleMinutes = 10;

/**
 * Coder and reviewer of a gate, asked by the drivers of all other reviewers. Each works in an empty directory of its own: all that it may judge by
 * stands in its prompt.
 */
export function gateAgents({ agents, find, progress }: GateAgentsOptions): GateAgents {
  return {
    known: (name) => {
      const entry = own(agents, name);
      if (entry !== undefined && isAsked(entry.driver)) return undefined;
      const askable = Object.entries(agents).flatMap(([each, { driver }]) => (isAsked(driver) ? [each] : []));
      return refuse(
        'unknown_seat',
        `${name} can't be asked here`,
        `name an agent of the policy or of your own configuration: ${askable.join(', ')}`,
      );
    },
    ask: async ({ agent: name, prompt, nonce, schema, timeoutMs }, signal) => {
      const entry = own(agents, name);
      if (entry === undefined) return { kind: 'failed', detail: `${name} is not known` };
      const seat = { role: entry.role, driver: entry.driver, agent: name };
      const found = await find({ name, entry, seat }, signal);
      if ('failure' in found) return { kind: 'failed', detail: `${found.failure.kind}: ${found.failure.detail}` };
      const directory = mkdtempSync(join(tmpdir(), 'countersign-gate-'));
      try {
        const wallMs = entry.limits.timeoutMinutes === undefined ? timeoutMs : entry.limits.timeoutMinutes * minute;
        const answer = await found.driver.ask({
          ...{ prompt, schema, signal, ...(nonce !== undefined && { nonce }) },
          checkout: () => Promise.resolve(asItStands(directory)),
          limits: { wallMs, idleMs: (entry.limits.idleMinutes ?? idleMinutes) * minute },
          progress: (step) => progress(name, step),
        });
        const clean = (text: string) => withoutValues(answer.secrets, text);
        if (answer.kind === 'answered') return { kind: 'answered', text: clean(answer.text) };
        return { kind: 'failed', detail: clean(`${answer.failure.kind}: ${answer.failure.detail}`) };
      } finally {
        rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
