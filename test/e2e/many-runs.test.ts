import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { GateBench } from '../kit/gates.js';
import { minute, Team } from '../kit/runs.js';

const many = 500;

it(
  'a thousand runs and gates in one store: each deadline fires once, and nothing is stuck',
  { timeout: 300_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'countersign-many-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const store = await openStore({ directory });
    const team = await Team.of(['ada', 'bo'], store);
    for (let index = 0; index < many; index++) await team.start();
    const bench = new GateBench([], undefined, store);
    bench.says = () => {
      throw new Error('killed');
    };
    for (let index = 0; index < many; index++) {
      bench.committed.set('workflow.yaml', `tasks: { t${index}: { agent: dev } }`);
      await expect(bench.tries(`t${index}`)).rejects.toThrow('killed');
    }
    // Silence opens a cycle in each run at 15 minutes, gates are given up at 35, and answers are missing at 45.
    const fired: number[] = [];
    for (const at of [14, 15, 34, 35, 44, 45, 10_000]) {
      fired.push(await team.pass(at - team.clock.now() / minute));
    }
    expect(fired).toEqual([0, many, 0, many, 0, many, 0]);
    expect(await store.listRuns({ waiting: true, limit: 2 * many })).toHaveLength(many);
    expect(await store.listGates({ waiting: true, limit: 2 * many })).toHaveLength(many);
    expect(await store.dueRuns(Number.MAX_SAFE_INTEGER, 1)).toEqual([]);
    expect(await store.dueGates(Number.MAX_SAFE_INTEGER, 1)).toEqual([]);
    const rebuilt = await store.rebuild();
    expect(rebuilt.differences).toEqual([]);
    expect(await store.verify()).toMatchObject({ intact: true });
    await store.close();
  },
);
