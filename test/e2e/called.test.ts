import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { claimPolicy } from '../kit/called.js';
import { later } from '../kit/later.js';
import { minute } from '../kit/peer.js';
import { sum } from '../kit/peer-project.js';
import { fakeAgents } from '../kit/agent-configuration.js';
import { Project } from '../kit/project.js';
import { startWorker } from '../kit/worker.js';

/** A review that waits to be claimed by `critic`. */
async function requested() {
  const project = new Project();
  project.commit('chore: base', { '.countersign/policy.yaml': claimPolicy, 'sum.ts': sum('a - b') });
  project.git('checkout', '--quiet', '-b', 'topic');
  project.commitAs('maker', 'feat: add two numbers', { 'sum.ts': sum('a + b') });
  const token = async (name: string) =>
    (JSON.parse((await project.run(['agent', 'add', name, '--json'])).stdout) as { token: string }).token;
  const [maker] = [await token('maker'), await token('critic'), await token('second')];
  const ran = await project.run(['request', '--base', 'main', '--json'], { COUNTERSIGN_TOKEN: maker });
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('"id"')]);
  const { id } = JSON.parse(ran.stdout) as { id: string };
  const show = async () => JSON.parse((await project.run(['show', id, '--json'])).stdout) as ReviewDocument;
  return { project, id, show };
}

it('two workers at once call the fallback of an unclaimed review once', async () => {
  const { project, show } = await requested();
  const env = { ...fakeAgents({ helper: 'well' }), ...later(11 * minute) };
  const worker = () => project.run(['worker', '--once', '--json'], env);
  const ended = (await Promise.all([worker(), worker()])).map(({ code, stderr, stdout }) => {
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as { fired: number; said: string[] };
  });
  expect(ended.reduce((fired, each) => fired + each.fired, 0)).toBe(1);
  expect(ended.flatMap(({ said }) => said).filter((line) => line.includes('was called and'))).toHaveLength(1);
  const { review, opinions } = await show();
  expect([review.status, opinions.map(({ seat }) => seat.role)]).toEqual(['approved', ['helper']]);
  expect(JSON.parse((await project.run(['replay', '--json'])).stdout)).toMatchObject({ differing: [] });
  expect(JSON.parse((await project.run(['verify', '--json'])).stdout)).toMatchObject({ intact: true });
});

it('a worker that is killed half way leaves the seat to the next worker, and one opinion comes of it', async () => {
  const { project, id, show } = await requested();
  const first = startWorker(project, {
    ...fakeAgents({ helper: 'never' }),
    ...later(11 * minute),
  });
  for await (const line of createInterface({ input: first.stderr })) if (line.includes('asking helper')) break;
  first.kill('SIGKILL');
  await once(first, 'close');
  expect((await show()).review.status).toBe('in_progress');
  const meanwhile = { ...fakeAgents({ helper: 'well' }), ...later(20 * minute) };
  await project.run(['worker', '--once'], meanwhile);
  expect((await show()).review.status).toBe('in_progress');
  const env = { ...fakeAgents({ helper: 'well' }), ...later(60 * minute) };
  const { code, stderr } = await project.run(['worker', '--once'], env);
  expect([code, stderr]).toEqual([0, expect.stringContaining('helper was called and approved')]);
  const { review, opinions } = await show();
  expect([review.status, opinions]).toMatchObject([
    'approved',
    [
      {
        seat: { role: 'helper' },
        inPlaceOf: [
          { seat: { role: 'critic' }, failure: { kind: 'timed_out' } },
          { seat: { role: 'helper' }, failure: { kind: 'cancelled' } },
        ],
      },
    ],
  ]);
  const { stdout } = await project.run(['log', id]);
  expect(stdout.match(/opinion_submitted/gu)).toHaveLength(1);
});

it('a worker that is told to stop gives the seat back at once', async () => {
  const { project, show } = await requested();
  const first = startWorker(project, {
    ...fakeAgents({ helper: 'never' }),
    ...later(11 * minute),
  });
  for await (const line of createInterface({ input: first.stderr })) if (line.includes('asking helper')) break;
  first.kill('SIGTERM');
  expect(await once(first, 'close')).toEqual([130, null]);
  expect((await show()).review.status).toBe('pending');
  const env = { ...fakeAgents({ helper: 'objects' }), ...later(12 * minute) };
  await project.run(['worker', '--once'], env);
  expect((await show()).review.status).toBe('changes_requested');
});
