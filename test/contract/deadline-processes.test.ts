import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/storage/open-store.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import { hour, minute, peerRequested } from '../kit/peer.js';
import { compiledPath, compileStore } from './compiled.js';
import { record } from './store.js';

const source = new URL('./ticking-process.ts', import.meta.url);

let compiled: string;

beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'countersign-ticking-'));
  await compileStore(compiled);
});

afterAll(() => rm(compiled, { recursive: true, force: true }));

/** Starts a process that fires what is due at `now` when it is told to go; `fired` is what it says it fired. */
function ticking(directory: string, now: number) {
  const script = compiledPath(compiled, source);
  const child = spawn(process.execPath, [script, directory, String(now)], { stdio: ['pipe', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close');
  return {
    ready: lines.next(),
    go: () => child.stdin.write('go\n'),
    fired: async () => {
      const { value } = (await lines.next()) as { value: string };
      await ended;
      expect(errors).toBe('');
      return Number(value);
    },
  };
}

const request: ReviewEvent = { type: 'review_requested', data: peerRequested() };
const assigned: ReviewEvent = {
  type: 'review_assigned',
  data: { reviewer: 'grace', place: 'primary', reason: 'free', rules: [] },
};
const escalated: ReviewEvent = {
  type: 'review_escalated',
  data: { trigger: 'by_hand', reason: 'why', by: 'ada', deadline: 48 * hour },
};

it('eight processes at once fire each deadline exactly once', { timeout: 240_000 }, async () => {
  const directory = join(compiled, 'store');
  const store = await openStore({ directory });
  const [waiting, asked] = [12, 6];
  for (let index = 0; index < waiting; index++) await record(store, `W${index}`, [request, assigned], 0);
  for (let index = 0; index < asked; index++) await record(store, `E${index}`, [request, escalated], 0);
  for (const [now, each] of [
    [46 * minute, waiting * 2],
    [49 * hour, waiting + asked * 2],
  ] as const) {
    const processes = Array.from({ length: 8 }, () => ticking(directory, now));
    await Promise.all(processes.map(({ ready }) => ready));
    for (const { go } of processes) go();
    const fired = await Promise.all(processes.map((process) => process.fired()));
    expect(fired.reduce((sum, one) => sum + one, 0)).toBe(each);
  }
  const facts: string[] = [];
  for await (const { stream, type, data } of store.readAll())
    if (type === 'deadline_fired') facts.push(`${stream} ${JSON.stringify(data)}`);
  expect(facts).toHaveLength(waiting * 3 + asked * 2);
  expect(new Set(facts).size).toBe(facts.length);
  expect((await store.listReviews({ limit: 50 })).map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: asked }, () => 'changes_requested'),
    ...Array.from({ length: waiting }, () => 'escalated'),
  ]);
  expect(await store.verify()).toMatchObject({ intact: true });
  expect((await store.rebuild()).differences).toEqual([]);
  await store.close();
});
