import { expect, it } from 'vitest';
import { claude } from '../../src/adapters/drivers/cli/programs/claude.js';
import type { CallLimits, Driver } from '../../src/adapters/drivers/driver.js';
import { panelReviewer } from '../../src/adapters/drivers/panel-reviewer.js';
import { loadRepairJson } from '../../src/adapters/opinion-text/repair-json.js';
import type { PanelSeat } from '../../src/domain/seating/seating.js';
import { frozenChange, packetFor } from '../kit/frozen-change.js';

const change = { base: { 'a.ts': 'one\n' }, head: { 'a.ts': 'two\n' } };

/** Seats of agents that answer only once all of them were asked: one after the other none would. */
async function together(names: readonly string[], maxCostUsd: number | null) {
  const limits: (CallLimits['costUsd'] | 'none')[] = [];
  const steps: string[] = [];
  let everybody: () => void = () => undefined;
  const asked = new Promise<void>((settle) => (everybody = settle));
  const driver = (name: string): Driver => ({
    name,
    readsCheckout: false,
    ask: async (call) => {
      limits.push(call.limits.costUsd ?? 'none');
      if (limits.length === names.length) everybody();
      await asked;
      if (name === 'broken') throw new Error('a fault of the driver');
      const usage = name === 'telling' ? { usage: { inputTokens: 9, outputTokens: 3, costUsd: 0.25 } } : {};
      return { kind: 'answered', text: 'words without a form', transcript: '', secrets: [], ...usage };
    },
  });
  const seats = names.map((name): PanelSeat => {
    const entry = { role: 'reviewer', driver: 'model', limits: {} } as const;
    return { name, entry, seat: { role: 'reviewer', driver: 'model', agent: name }, standIns: [] };
  });
  const reviewer = panelReviewer({
    find: ({ name }) => Promise.resolve({ driver: driver(name) }),
    random: () => 'f'.repeat(32),
    redact: (text) => Promise.resolve(text),
    loadRepair: loadRepairJson,
    storeEvidence: () => Promise.resolve('digest'),
  });
  const task = { rejectGrounds: [], settled: [], templates: {}, timeoutMs: 60_000, maxTokens: null, maxCostUsd };
  const packet = packetFor(frozenChange(change), { criteria: [], panel: { seats, ...task } });
  const tell = ({ seat, step }: { seat: string; step: string }) => steps.push(`${seat}: ${step}`);
  const opinions = await reviewer.review(packet, reviewer.seats(packet), tell, new AbortController().signal);
  return { opinions, limits, steps };
}

it('asks all seats before any has answered, tells what each does, and one that breaks hides no other', async () => {
  const { opinions, steps } = await together(['telling', 'broken', 'silent'], null);
  expect(opinions.map(({ seat, failure }) => [seat.agent, failure?.kind])).toEqual([
    ['telling', 'unreadable'],
    ['broken', 'crashed'],
    ['silent', 'unreadable'],
  ]);
  for (const { seat } of opinions)
    expect(steps.some((step) => step.startsWith(`reviewer/${seat.agent ?? ''}@model: asking`))).toBe(true);
});

it('records what a driver tells of tokens and cost, and nothing where it tells nothing: unknown is not zero', async () => {
  const { opinions } = await together(['telling', 'silent'], null);
  expect(opinions[0]?.usage).toEqual({ inputTokens: 9, outputTokens: 3, costUsd: 0.25 });
  expect(opinions[1]).not.toHaveProperty('usage');
});

it('gives each prompt of each seat its share of the budget', async () => {
  expect((await together(['telling', 'silent'], 5)).limits.slice(0, 2)).toEqual([2.5, 2.5]);
  expect((await together(['telling'], null)).limits[0]).toBe('none');
});

it('tells claude what an answer may cost, where the installed one can be told', () => {
  const on = { model: undefined, schema: { type: 'object' }, home: '/home', env: {}, costUsd: 2.5 } as const;
  const args = claude.launch({ ...on, has: () => true }).args;
  expect(args[args.indexOf('--max-budget-usd') + 1]).toBe('2.5');
  expect(claude.launch({ ...on, has: () => false }).args).not.toContain('--max-budget-usd');
});
