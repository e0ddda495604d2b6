import { expect, it } from 'vitest';
import { GateBench } from '../../../test/kit/gates.js';
import { redact } from '../../adapters/analyzers/secrets/redact.js';
import { exportGate } from './look.js';

const token = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;

function bench(...answers: ConstructorParameters<typeof GateBench>[0]) {
  const made = new GateBench(answers);
  made.redact = redact;
  return made;
}

/** All that is kept or shown of a gate. */
async function kept({ store, log, prompts }: GateBench) {
  const events = await store.readStream('gate/G1');
  return JSON.stringify([events, log, prompts, await store.listGates()]);
}

it('keeps no credential that a reviewer names in its feedback, nor shows it to the coder', async () => {
  const on = bench(['NO_GO', `the token ${token} is committed`], ['GO', `it is gone: ${token}`]);
  const { gate } = await on.run();
  expect(gate.iterations.map(({ review }) => review?.feedback)).toEqual([
    'the token [redacted] is committed',
    'it is gone: [redacted]',
  ]);
  expect(gate.status).toBe('go');
  expect(await kept(on)).not.toContain(token);
  expect(JSON.stringify(await exportGate(on.on(), 'implement'))).not.toContain(token);
});

it.each<[string, (prompt: string) => boolean]>([
  ['reviewer', (prompt) => !prompt.includes('BEGIN ARTIFACT')],
  ['coder', (prompt) => prompt.includes('BEGIN ARTIFACT')],
])('keeps no credential in the words with which a %s failed', async (_, fails) => {
  const on = bench();
  const detail = `exit: 401 for token ${token}`;
  on.says = ({ prompt }) => (fails(prompt) ? { kind: 'failed', detail } : undefined);
  const { gate } = await on.run();
  expect(gate).toMatchObject({ status: 'waiting' });
  expect(gate.why).toContain('exit: 401 for token [redacted]');
  expect(await kept(on)).not.toContain(token);
});
