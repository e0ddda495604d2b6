import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newFixture } from '../../../test/git-fixture/fixture.js';
import { revertHistory } from './reverts.js';

it('finds a revert also where `.git/shallow` claims that the history ends above it', async () => {
  const state = mkdtempSync(join(tmpdir(), 'countersign-reverts-'));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const repo = newFixture();
  repo.write({ a: '1\n' }).commit('first');
  repo.write({ a: '2\n' }).commit('second');
  const undone = repo.git('rev-parse', 'HEAD');
  repo.git('revert', '--no-edit', undone);
  const revert = repo.git('rev-parse', 'HEAD');
  repo.write({ b: '1\n' }).commit('last');
  writeFileSync(join(repo.directory, '.git', 'shallow'), `${repo.git('rev-parse', 'HEAD')}\n`);
  const found = await revertHistory({ directory: repo.directory, marker: join(state, 'marker') }).since();
  expect(found?.reverts).toMatchObject([{ commit: revert, undone: [{ commit: undone }] }]);
});
