import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { importPlan } from '../../src/application/task/import.js';
import { listTasks } from '../../src/application/task/look.js';
import { startTask } from '../../src/application/task/start.js';
import { GateBench } from '../kit/gates.js';
import { Team } from '../kit/runs.js';
import { must, TaskBench } from '../kit/tasks.js';

const many = 1_000;

it(
  'a thousand runs, tasks and gates at once in one store: each deadline fires once at its minute, and nothing is stuck',
  { timeout: 600_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'countersign-many-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const store = await openStore({ directory });
    const team = await Team.of(['ada', 'bo'], store);
    const tasks = new TaskBench(store, team.clock);
    const gates = new GateBench([], undefined, store, team.clock);
    const killed = () => Promise.reject(new Error('killed'));
    [tasks.during, gates.says] = [killed, killed];
    const keys = Array.from({ length: many }, (_, index) => `${index + 1}`);
    tasks.files.set('plan.md', `| # | Task |\n|---|---|\n${keys.map((key) => `| ${key} | Task ${key} |\n`).join('')}`);
    must(await importPlan(tasks.on(), 'plan.md'));
    for (const key of keys) {
      await team.start();
      must(await startTask(tasks.on(), { task: key, assignee: `impl-${key}` }));
      await expect(tasks.tries(key)).rejects.toThrow('killed');
      gates.committed.set('workflow.yaml', `tasks: { t${key}: { agent: dev } }`);
      await expect(gates.tries(`t${key}`)).rejects.toThrow('killed');
    }
    expect(await firedBy(team, 10 * 60)).toEqual([
      // Silence opens a cycle in each run.
      [15, many],
      // Every gate is given up.
      [35, many],
      // Answers of every run are missing.
      [45, many],
      // The review of every task is given up; nobody begins it again within half an hour, nor within an hour more (docs/tasks.md).
      [60, many],
      [90, many],
      [150, many],
    ]);
    expect(await store.listRuns({ waiting: true, limit: 2 * many })).toHaveLength(many);
    expect(await store.listGates({ waiting: true, limit: 2 * many })).toHaveLength(many);
    const rows = await listTasks(tasks.on(), many);
    expect(rows.map(({ status }) => status)).toEqual(keys.map(() => 'blocked'));
    const ever = Number.MAX_SAFE_INTEGER;
    const due = [store.dueRuns(ever, 1), store.dueGates(ever, 1), store.dueTasks(ever, 1), store.dueReviews(ever, 1)];
    expect(await Promise.all(due)).toEqual([[], [], [], []]);
    expect((await store.rebuild()).differences).toEqual([]);
    expect(await store.verify()).toMatchObject({ intact: true });
    await store.close();
  },
);

/** How many deadlines fired, by minute, where any did. */
async function firedBy(team: Team, minutes: number): Promise<readonly (readonly [number, number])[]> {
  const fired: [number, number][] = [];
  for (let at = 1; at <= minutes; at += 1) {
    const now = await team.pass(1);
    if (now > 0) fired.push([at, now]);
  }
  return fired;
}
