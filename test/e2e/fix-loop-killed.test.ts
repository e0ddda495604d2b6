import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/adapters/clock/manual-clock.js';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { tick } from '../../src/application/deadlines/tick.js';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { fakeAgents } from '../kit/agent-configuration.js';
import { digest } from '../kit/digest.js';
import { Project } from '../kit/project.js';

const fake = resolve('dist/main/fake-agent.js');
const sum = 'export function sum(a, b) {\n  // TODO check for overflow\n  return a + b;\n}\n';

/** Plays its part, but sends whoever asked it a signal at its n-th call, and lives until that ends it. */
const killer = (behaviour: string, call: number, signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL') => `
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
const calls = new URL('calls-${behaviour}', import.meta.url);
appendFileSync(calls, '.');
if (${call} > 0 && readFileSync(calls).length === ${call}) {
  process.kill(process.ppid, '${signal}');
  if ('${signal}' === 'SIGINT') setInterval(() => undefined, 1_000);
} else process.exitCode = spawnSync(process.execPath, [${JSON.stringify(fake)}, '${behaviour}'], { stdio: 'inherit' }).status ?? 1;
`;

function project(): Project {
  const on = new Project();
  const agents = ['strong', 'mender'].map((name) => `  ${name}:\n    driver: command\n`).join('');
  const review = 'review:\n  parallel_models: [strong]\n  auto_approve: true\n';
  on.commit('chore: begin', {
    'README.md': '# Sums\n',
    '.countersign/policy.yaml': `protocol: panel\nagents:\n${agents}${review}`,
  });
  return on.commit('feat: add', { 'src/sum.js': sum });
}

const days = 24 * 3_600_000;
const options = ['review', '--fix', '--fix-by', 'mender', '--json'];

describe('a fix loop whose process is killed', () => {
  // The first round asks its two seats at once, a later one the one of spec first.
  it.each<[string, { strong?: number; mender?: number }, ReviewDocument['review']['status'], boolean]>([
    ['during the first round', { strong: 1 }, 'pending', false],
    ['during fix attempt 1 of 2', { mender: 1 }, 'escalated', false],
    ['while fix attempt 1 of 2 was judged', { strong: 3 }, 'escalated', true],
  ])('%s is ended by what runs next, and keeps what the author made', async (when, at, status, isMade) => {
    const on = project();
    const strong = { script: killer('picky', at.strong ?? 0) };
    const mender = { script: killer('mends', at.mender ?? 0) };
    const ran = await on.run(options, fakeAgents({ strong, mender }));
    expect(ran.stdout).toBe('');
    const head = on.git('rev-parse', 'HEAD');

    const store = await openStore({ directory: join(on.directory, '.git', 'countersign') });
    const clock = new ManualClock(Date.now() + days);
    await tick({ store, clock, digest });
    const [row] = await store.listReviews({ limit: 5 });
    await store.close();
    const shown = await on.run(['show', row?.id ?? '', '--json']);
    const { fix, review } = JSON.parse(shown.stdout) as ReviewDocument;
    expect(fix?.ended).toMatchObject({ ended: 'escalated', reason: 'interrupted' });
    expect(fix?.ended?.text).toContain(`the process that ran the fix loop ended ${when}`);
    expect(review.status).toBe(status);
    const kept = on.git('for-each-ref', '--format=%(objectname)', 'refs/countersign/fix').trim();
    expect(kept).toBe(isMade ? fix?.ended?.commit : '');
    expect(on.git('rev-parse', 'HEAD')).toBe(head);

    const again = await on.run(options, fakeAgents({ strong: 'picky', mender: 'mends' }));
    expect((JSON.parse(again.stdout) as ReviewDocument).fix?.ended?.ended).toBe('passed');
  });
});

describe('a fix loop whose run is interrupted', () => {
  it.each<[string, { strong?: number; mender?: number }, string, string, string]>([
    [
      'while the change is judged first',
      { strong: 1 },
      'it was interrupted during the first round',
      'pending',
      'interrupted',
    ],
    [
      'while the author mends',
      { mender: 1 },
      'it was interrupted during fix attempt 1 of 2',
      'changes_requested',
      'changes requested',
    ],
    [
      'while the fix is judged',
      { strong: 3 },
      'it was interrupted while fix attempt 1 of 2 was judged',
      'pending',
      'interrupted',
    ],
  ])('%s says so, asks nobody, and can be run again', async (_when, at, why, status, listed) => {
    const on = project();
    const strong = { script: killer('picky', at.strong ?? 0, 'SIGINT') };
    const mender = { script: killer('mends', at.mender ?? 0, 'SIGINT') };
    const ran = await on.run([...options, '--apply'], fakeAgents({ strong, mender }));
    expect(ran.code).toBe(130);
    const { fix, review, escalation } = JSON.parse(ran.stdout) as ReviewDocument;
    expect(fix?.ended).toMatchObject({ ended: 'stopped', reason: 'interrupted' });
    expect(fix?.ended?.text).toContain(why);
    expect(review.status).toBe(status);
    expect(escalation ?? null).toBeNull();
    expect(fix?.applied).toBeNull();
    const list = await on.run(['list']);
    expect(list.stdout).toContain(listed);

    const again = await on.run(options, fakeAgents({ strong: 'picky', mender: 'mends' }));
    expect((JSON.parse(again.stdout) as ReviewDocument).fix?.ended?.ended).toBe('passed');
  });
});
