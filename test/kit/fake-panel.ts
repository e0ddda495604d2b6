import { resolve } from 'node:path';
import { expect } from 'vitest';
import { loadRepairJson } from '../../src/adapters/opinion-text/repair-json.js';
import { findDriver } from '../../src/adapters/drivers/find-driver.js';
import { panelReviewer } from '../../src/adapters/drivers/panel-reviewer.js';
import type { AcpBehaviour, Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import type { PanelTask } from '../../src/application/ports/reviewer.js';
import type { AgentEntry } from '../../src/domain/model/policy-protocols.js';
import type { Opinion } from '../../src/domain/model/opinion.js';
import type { PanelSeat, SeatedAgent } from '../../src/domain/seating/seating.js';
import { frozenChange, packetFor, type ChangeSpec } from './frozen-change.js';
import { criteria } from './review-change.js';

const fake = resolve('dist/main/fake-agent.js');
const change: ChangeSpec = {
  base: { 'src/a.ts': 'export const one = 1;\n', 'src/b.ts': 'b\n' },
  head: { 'src/a.ts': 'export const one = 1;\nexport const two = 2;\n', 'src/b.ts': 'b\n' },
};

type Driver = 'command' | 'acp' | 'cli';

export interface Asked {
  readonly behaviour: Behaviour | AcpBehaviour | 'absent';
  readonly limits?: AgentEntry['limits'];
  readonly standIns?: readonly Behaviour[];
  /** By default `command`. */
  readonly driver?: Driver;
  /** Runs this instead of a fake agent; of driver `cli`, in the place of Claude Code. */
  readonly run?: readonly [string, ...string[]];
}

export interface Panel {
  readonly opinions: readonly Opinion[];
  readonly progress: readonly string[];
  readonly blobs: readonly string[];
}

let numbers = 0;

/** Seats fake agents, by default through the driver for commands. An agent called `absent` is configured nowhere. */
export async function askPanel(
  asked: readonly Asked[],
  over: { spec?: ChangeSpec; task?: Partial<PanelTask>; signal?: AbortSignal; env?: NodeJS.ProcessEnv } = {},
): Promise<Panel> {
  const progress: string[] = [];
  const blobs: string[] = [];
  const agent = (name: string, driver: Driver = 'command', limits: AgentEntry['limits'] = {}): SeatedAgent => {
    const entry: AgentEntry = { role: 'reviewer', driver, limits, ...(driver === 'cli' && { via: 'claude' }) };
    return { name, entry, seat: { role: 'reviewer', driver, agent: name } };
  };
  const seats = asked.map(({ behaviour, driver, limits, standIns = [] }, index): PanelSeat => {
    const next = standIns.map((each) => agent(`${each}.s${index}`, driver));
    return { ...agent(`${behaviour}.${index}`, driver, limits), standIns: next };
  });
  const configured = [...seats, ...seats.flatMap(({ standIns }) => standIns)].map(({ name, entry }) => {
    const behaviour = name.split('.')[0] ?? '';
    const flags = entry.driver === 'acp' ? ['--acp'] : [];
    const own = asked.find((each, index) => name === `${each.behaviour}.${index}`)?.run;
    const run: readonly [string, ...string[]] = own ?? [process.execPath, fake, behaviour, ...flags];
    return [name, { run: behaviour === 'absent' ? (['/no/such/program'] as const) : run, env: ['SECRET'] }] as const;
  });
  const reviewer = panelReviewer({
    find: (each, signal) =>
      findDriver(
        each,
        { file: '/config.yaml', agents: Object.fromEntries(configured) },
        { env: { ...(over.env ?? process.env), XDG_CACHE_HOME: '/nonexistent/cache' }, untrusted: [] },
        signal,
      ),
    random: () => String(++numbers).padStart(32, '0'),
    redact: (text) => Promise.resolve(text),
    loadRepair: loadRepairJson,
    storeEvidence: (bytes) => {
      blobs.push(Buffer.from(bytes).toString('utf8'));
      return Promise.resolve(`digest ${blobs.length}`);
    },
  });
  const packet = packetFor(frozenChange(over.spec ?? change), {
    criteria: criteria('no_secrets', 'tests_accompany_source'),
    panel: {
      seats,
      rejectGrounds: ['fundamental_flaw'],
      settled: [],
      templates: {},
      timeoutMs: 60_000,
      maxTokens: null,
      maxCostUsd: null,
      ...over.task,
    },
  });
  const opinions = await reviewer.review(
    packet,
    reviewer.seats(packet),
    ({ seat, step }) => progress.push(`${seat}: ${step}`),
    over.signal ?? new AbortController().signal,
  );
  return { opinions, progress, blobs };
}

export async function askOne(
  behaviour: Asked['behaviour'],
  limits?: AgentEntry['limits'],
  driver: Asked['driver'] = 'command',
): Promise<Opinion> {
  const { opinions } = await askPanel([{ behaviour, driver, ...(limits && { limits }) }]);
  expect(opinions).toHaveLength(1);
  return opinions[0]!;
}
