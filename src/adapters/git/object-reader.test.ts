import { expect, it } from 'vitest';
import { Project } from '../../../test/kit/project.js';
import { ObjectReader } from './object-reader.js';

it('is closed while others still read: who asks from then on is refused, and no other child is started', async () => {
  const on = new Project().commit('feat: a', { 'a.ts': 'const a = 1;\n' });
  const env = { PATH: process.env['PATH'] ?? '' };
  const view = { directory: on.directory, env, discoveryEnv: env, signal: undefined, nullId: '0'.repeat(40) };
  const reader = new ObjectReader({ ...view, dispose: () => Promise.resolve() });
  await expect(reader.readWhole('HEAD:a.ts')).resolves.toMatchObject({ header: { type: 'blob' } });
  const closed = reader.close();
  const late = reader.readWhole('HEAD:a.ts');
  await expect(late).rejects.toThrow('closed already');
  await closed;
});
