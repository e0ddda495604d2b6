import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { readAgents } from '../adapters/user-config/read-agents.js';
import type { AsRun } from '../application/commands/barred.js';
import type { Repository } from '../application/ports/repository.js';
import type { Reviewer } from '../application/ports/reviewer.js';
import type { AgentConfiguration } from '../application/ports/user-configuration.js';
import { agentVias, type AgentEntry, type AgentVia } from '../domain/model/policy-protocols.js';
import type { Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

/** What the user says of agents on this machine. It must not stand in the repository under review. */
export function agentConfiguration(start: Start, repository: Repository): Promise<AgentConfiguration | Refusal> {
  return readAgents(start.env, untrusted(repository));
}

/**
 * Agents that `--panel` may name without a policy: programs of the fixed set (`gemini`, and `gemini-acp` for the same one through the
 * Agent Client Protocol), and those that the user made.
 */
export function guests({ agents }: AgentConfiguration): Readonly<Record<string, AgentEntry>> {
  const guest = (driver: 'cli' | 'acp', via: AgentVia): AgentEntry => ({ role: 'reviewer', driver, via, limits: {} });
  const programs = [
    ...agentVias.cli.map((via): [string, AgentEntry] => [via, guest('cli', via)]),
    ...agentVias.acp.map((via): [string, AgentEntry] => [`${via}-acp`, guest('acp', via)]),
  ];
  const own = Object.entries(agents).flatMap(([name, agent]): [string, AgentEntry][] => {
    const { driver, role = 'reviewer', via, model, family } = agent;
    if (driver === undefined) return [];
    const entry = { role, driver, limits: {}, ...(via && { via }), ...(model && { model }), ...(family && { family }) };
    return [[name, entry]];
  });
  return Object.fromEntries([...programs, ...own]);
}

/** An agent's entry with the model and the program that the user has it run instead of what the policy says, if any. */
export function asRun({ agents }: AgentConfiguration): AsRun {
  return (name, entry) => {
    const { model, via } = ownOf(agents, name) ?? ownOf(agents, entry.via) ?? {};
    return { ...entry, ...(model !== undefined && { model }), ...(via !== undefined && { via }) };
  };
}

function ownOf(agents: AgentConfiguration['agents'], key: string | undefined) {
  return key !== undefined && Object.hasOwn(agents, key) ? agents[key] : undefined;
}

export interface AgentPanelParts {
  readonly start: Start;
  readonly repository: Repository;
  readonly configuration: AgentConfiguration;
  readonly storeEvidence: (bytes: Uint8Array) => Promise<string>;
}

/** Milliseconds after which the programs of the agents run; they think for longer. */
const startMs = 500;

/** Agents that are asked at once. What asks them is loaded only when a review has a seat for one. */
export function agentPanel({ start, repository, configuration, storeEvidence }: AgentPanelParts): Reviewer {
  const around = { env: start.env, untrusted: untrusted(repository) };
  return {
    seats: (packet) => (packet.panel?.seats ?? []).map(({ seat }) => seat),
    review: async (packet, seats, progress, signal) => {
      const [{ panelReviewer }, { rehearse }, { findDriver }, { redact }, { loadRepairJson }] = await Promise.all([
        import('../adapters/drivers/panel-reviewer.js'),
        import('../adapters/drivers/seat/rehearse.js'),
        import('../adapters/drivers/find-driver.js'),
        import('../adapters/analyzers/secrets/redact.js'),
        import('../adapters/opinion-text/repair-json.js'),
      ]);
      const reviewer = panelReviewer({
        storeEvidence,
        redact,
        loadRepair: loadRepairJson,
        random: () => randomBytes(16).toString('hex'),
        find: (agent, stop) => findDriver(agent, configuration, around, stop),
      });
      // What reads the answers takes as long to load as a process to start, and the agents are to start first.
      const rehearsing = setTimeout(
        () => void rehearse({ redact, loadRepair: loadRepairJson }).catch(() => undefined),
        startMs,
      );
      try {
        return await reviewer.review(packet, seats, progress, signal);
      } finally {
        clearTimeout(rehearsing);
      }
    },
  };
}

/** Directories of the repository under review, its clone's main worktree included: nothing is taken from them. */
export function untrusted({ top, commonDirectory }: Repository): readonly string[] {
  const clone = basename(commonDirectory) === '.git' ? dirname(commonDirectory) : commonDirectory;
  return [...new Set([top ?? clone, clone].flatMap((path) => [path, realpathSync(path)]))];
}
