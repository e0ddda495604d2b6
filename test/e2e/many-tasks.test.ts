import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { tick } from '../../src/application/deadlines/tick.js';
import { replay } from '../../src/application/queries/replay.js';
import { importPlan } from '../../src/application/task/import.js';
import { listTasks } from '../../src/application/task/look.js';
import { startTask } from '../../src/application/task/start.js';
import { digest } from '../../src/main/digest.js';
import { must, TaskBench } from '../kit/tasks.js';

const many = 1_000;
const minute = 60_000;

/** What the reviews of the tasks come to, in turn; the process of every second one is killed. */
const outcomes = ['approved', 'changes_requested', 'rejected', 'escalated'] as const;

it(
  'a thousand tasks in one store: each deadline fires once, and every task is complete, with its worker, or before a person',
  { timeout: 600_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'countersign-many-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const store = await openStore({ directory });
    const bench = new TaskBench(store);
    const keys = Array.from({ length: many }, (_, index) => `${index + 1}`);
    bench.files.set('plan.md', `| # | Task |\n|---|---|\n${keys.map((key) => `| ${key} | Task ${key} |\n`).join('')}`);
    const began = performance.now();
    expect(must(await importPlan(bench.on(), 'plan.md')).added).toHaveLength(many);
    const slowest = { start: 0, review: 0 };
    const timed = async <T>(what: keyof typeof slowest, work: () => Promise<T>): Promise<T> => {
      const from = performance.now();
      const done = await work();
      slowest[what] = Math.max(slowest[what], performance.now() - from);
      return done;
    };
    for (const [index, key] of keys.entries()) {
      must(await timed('start', () => startTask(bench.on(), { task: key, assignee: `impl-${key}` })));
      const killed = index % 2 === 1;
      bench.during = killed ? () => Promise.reject(new Error('killed')) : undefined;
      if (killed) await expect(bench.tries(key)).rejects.toThrow('killed');
      else {
        bench.comes(outcomes[(index / 2) % outcomes.length] ?? 'approved');
        must(await timed('review', () => bench.tries(key)));
      }
    }
    // A review that ended without a word is given up when its time is over, and so is the task after half an hour and an hour more.
    let fired = 0;
    for (let passed = 0; passed < 10 * 60; passed += 10) {
      bench.clock.advance(10 * minute);
      fired += (await tick({ store, clock: bench.clock, digest })).fired;
    }
    expect(fired).toBe((many / 2) * 3);
    expect(await store.dueTasks(Number.MAX_SAFE_INTEGER, 1)).toEqual([]);
    const rows = await listTasks(bench.on(), many);
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    expect([count('complete'), count('in_progress'), count('blocked')]).toEqual([125, 125, 625]);
    expect(rows.filter(({ status, waitsFor }) => status === 'awaiting_review' && waitsFor !== null)).toHaveLength(125);
    const seconds = (performance.now() - began) / 1_000;
    console.log(
      `${many} tasks: ${seconds.toFixed(1)} s, slowest start ${slowest.start.toFixed(0)} ms, slowest review ${slowest.review.toFixed(0)} ms`,
    );
    expect((await store.rebuild()).differences).toEqual([]);
    expect(await store.verify()).toMatchObject({ intact: true });
    expect((await replay(store.readAll(), digest)).differing).toEqual([]);
    await store.close();
  },
);
