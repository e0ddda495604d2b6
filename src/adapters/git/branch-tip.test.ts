import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFixture } from '../../../test/git-fixture/fixture.js';
import { stillAt } from './branch-tip.js';

it('tells whether a branch moved, loose or packed, and trusts no name that leads elsewhere', async () => {
  const repository = newFixture();
  const common = join(repository.directory, '.git');
  repository.write({ 'a.ts': 'one\n' });
  repository.commit('one');
  const commit = repository.git('rev-parse', 'HEAD');
  const ref = repository.git('symbolic-ref', 'HEAD');
  expect(await stillAt(common, { ref, commit })).toBe(true);
  repository.git('pack-refs', '--all');
  expect(await stillAt(common, { ref, commit })).toBe(true);
  expect(await stillAt(common, { ref: ref.slice(0, -1), commit })).toBe(false);
  expect(await stillAt(common, { ref: `refs/heads/../../${ref}`, commit })).toBe(false);
  repository.write({ 'a.ts': 'two\n' });
  repository.commit('two');
  expect(await stillAt(common, { ref, commit })).toBe(false);
});
