import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFixture } from '../../test/git-fixture/fixture.js';
import { storeDirectory } from './store-directory.js';

function repository() {
  const { root, directory } = newFixture();
  const store = join(directory, '.git', 'countersign');
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  const found = (env: NodeJS.ProcessEnv = {}) =>
    storeDirectory({ directory, env, token: undefined, interactive: false, stderr: process.stderr });
  return { store, elsewhere, found };
}

it('the store lies in the git directory, whether or not it is there yet', async () => {
  const { store, found } = repository();
  expect(await found()).toBe(store);
  mkdirSync(store);
  writeFileSync(join(store, 'countersign.db'), '');
  expect(await found()).toBe(store);
});

it.each(['countersign.db', 'countersign.db-wal', 'blobs', 'spool'])(
  'a link in the place of the store, or of its %s, is followed only where the user names the store',
  async (name) => {
    const { store, elsewhere, found } = repository();
    mkdirSync(store);
    symlinkSync(join(elsewhere, 'not-there'), join(store, name));
    expect(await found()).toMatchObject({ code: 'linked_store' });
    renameSync(store, `${store}.old`);
    symlinkSync(elsewhere, store);
    expect(await found()).toMatchObject({ code: 'linked_store' });
    expect(await found({ COUNTERSIGN_HOME: store })).toBe(store);
  },
);
