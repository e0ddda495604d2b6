import { expect, it } from 'vitest';
import { peerProject } from '../kit/peer-project.js';

it('`agent revoke` hands a review in progress to the next of the line at once, on record', async () => {
  const { project, tokens } = await peerProject();
  const as = (who: keyof typeof tokens, ...args: readonly string[]) =>
    project.run([...args], { COUNTERSIGN_TOKEN: tokens[who] });
  const { id } = JSON.parse((await as('maker', 'request', '--base', 'main', '--json')).stdout) as { id: string };
  expect((await as('critic', 'start', id)).code).toBe(0);
  expect((await project.run(['agent', 'revoke', 'critic'])).code).toBe(0);
  const show = JSON.parse((await project.run(['show', id, '--json'])).stdout) as { review: object };
  expect(show.review).toMatchObject({ status: 'pending', reviewer: 'second' });
  const { stdout } = await project.run(['log', id, '--json']);
  expect(stdout).toContain('critic was revoked');
  expect((await as('second', 'start', id)).code).toBe(0);
  expect(JSON.parse((await project.run(['replay', '--json'])).stdout)).toMatchObject({ differing: [] });
});
