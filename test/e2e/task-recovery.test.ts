import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { act } from '../../src/adapters/drivers/fake/behaviour.js';
import { ManualClock } from '../../src/adapters/clock/manual-clock.js';
import { openStore } from '../../src/adapters/storage/open-store.js';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { tick } from '../../src/application/deadlines/tick.js';
import { fakeAgents } from '../kit/agent-configuration.js';
import { digest } from '../kit/digest.js';
import { startModelStub } from '../kit/model-stub/server.js';
import { Project } from '../kit/project.js';

const plan = '# Plan\n\n| # | Task |\n|---|------|\n| 1 | Add numbers |\n';
const sum = { 'src/sum.js': 'export function sum(a, b) {\n  return a + b;\n}\n' };
const minute = 60_000;

/** Ends whoever asks it as the kernel does when memory runs out. */
const killer = { script: "process.kill(process.ppid, 'SIGKILL');\n" };

interface Task {
  readonly status: string;
  readonly revisions: number;
  readonly reviews: readonly { readonly state: string; readonly review: string | null }[];
}

async function started(policy: string, files: Readonly<Record<string, string>> = sum): Promise<Project> {
  const on = new Project();
  on.commit('chore: begin', { 'plan.md': plan, 'README.md': '# Sums\n', '.countersign/policy.yaml': policy });
  on.git('checkout', '--quiet', '-b', 'work');
  await on.run(['task', 'import', 'plan.md']);
  await on.run(['task', 'start', '1', '--as', 'impl-1']);
  return on.commit('feat: add', files);
}

async function task(on: Project, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await on.run(['--json', 'task', ...args], env);
  const document = (stdout === '' ? {} : JSON.parse(stdout)) as { readonly task?: Task };
  return { code, stdout, stderr, task: document.task };
}

/** What a worker does that runs after so many minutes. */
async function after(on: Project, minutes: number): Promise<void> {
  const store = await openStore({ directory: join(on.directory, '.git', 'countersign') });
  await tick({ store, clock: new ManualClock(Date.now() + minutes * minute), digest });
  await store.close();
}

const panel =
  'protocol: panel\nagents:\n  strong:\n    driver: command\nreview:\n  parallel_models: [strong]\n  auto_approve: true\n';

describe('a task whose review is killed', () => {
  it('is reviewed again once its review is given up, and complete', async () => {
    const on = await started(panel);
    const killed = await task(on, ['review', '1'], fakeAgents({ strong: killer }));
    expect([killed.code, killed.stdout]).toEqual([null, '']);
    expect((await task(on, ['show', '1'])).task).toMatchObject({ status: 'awaiting_review' });
    const told = await on.run(['task', 'show', '1']);
    expect(told.stdout).toMatch(/it is given up at \d{4}-.*Z/u);
    expect(told.stdout).not.toContain('Next: countersign task review');
    const { review } = JSON.parse((await on.run(['show', 'latest', '--json'])).stdout) as ReviewDocument;
    expect(Date.parse(review.leaseUntil ?? '')).toBeGreaterThan(Date.now());
    expect((await on.run(['show', 'latest'])).stdout).toContain(review.leaseUntil);
    await after(on, 61);
    const again = await task(on, ['review', '1'], fakeAgents({ strong: 'well' }));
    expect([again.code, again.task?.status, again.stderr.includes('Error')]).toEqual([0, 'complete', false]);
    expect((await on.run(['verify'])).code).toBe(0);
  });

  it('goes to a person where nobody begins it again', async () => {
    const on = await started(panel);
    await task(on, ['review', '1'], fakeAgents({ strong: killer }));
    for (const minutes of [61, 95, 160]) await after(on, minutes);
    const shown = await task(on, ['show', '1']);
    expect(shown.task).toMatchObject({ status: 'blocked', revisions: 0 });
    expect((await on.run(['inbox'])).stdout).toContain('Add numbers');
  });
});

it('a task that is blocked tells its person with a sound', async () => {
  const bad = { 'src/twice.js': 'export function twice(a) {\n  eval(a);\n  return 4;\n}\n' };
  const on = await started('task_review:\n  max_revisions: 1\n', bad);
  const bin = join(on.home, 'bin');
  mkdirSync(bin);
  const told = join(on.home, 'told');
  writeFileSync(join(bin, 'notify-send'), `#!/bin/sh\nprintf '%s\\n' "$@" >> ${told}\n`);
  chmodSync(join(bin, 'notify-send'), 0o755);
  const config = join(on.home, 'config.yaml');
  writeFileSync(config, JSON.stringify({ notifications: { channels: [{ type: 'desktop', to: ['human'] }] } }), {
    mode: 0o600,
  });
  const env = { COUNTERSIGN_CONFIG: config, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  expect((await task(on, ['review', '1'], env)).task).toMatchObject({ status: 'in_progress', revisions: 1 });
  on.commit('feat: again', { 'src/twice.js': 'export function twice(a) {\n  eval(a);\n  return 5;\n}\n' });
  expect((await task(on, ['review', '1'], env)).task).toMatchObject({ status: 'blocked' });
  await vi.waitFor(() => expect(existsSync(told)).toBe(true), 20_000);
  await vi.waitFor(() => expect(readFileSync(told, 'utf8')).toContain('sound-name'), 20_000);
  expect(readFileSync(told, 'utf8')).toContain('Add numbers');
});

it('a task is reviewed by a model through its API', async () => {
  const stub = await startModelStub({ calls: [], end: { say: (prompt) => act('well', prompt).stdout } });
  onTestFinished(() => stub.close());
  const on = await started('seats: [judge]\nagents:\n  judge: { driver: model, via: openai, model: stub-model }\n');
  const config = join(on.home, 'config.yaml');
  const judge = { driver: 'model', via: 'openai', model: 'stub-model', endpoint: `${stub.url}/v1` };
  writeFileSync(config, JSON.stringify({ agents: { judge } }), { mode: 0o600 });
  const done = await task(on, ['review', '1'], { COUNTERSIGN_CONFIG: config, OPENAI_API_KEY: 'dummy' });
  expect(stub.faults).toEqual([]);
  expect(stub.heard.some(({ conversation }) => conversation.prompt.includes('Add numbers'))).toBe(true);
  const review = done.task?.reviews.at(-1)?.review ?? '';
  const { stdout } = await on.run(['show', review, '--json']);
  const { opinions } = JSON.parse(stdout) as { opinions: { seat: { driver: string }; verdict: string }[] };
  expect(opinions.filter(({ seat }) => seat.driver === 'model')).toMatchObject([{ verdict: 'approved' }]);
});
