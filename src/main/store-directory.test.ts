import { chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFixture } from '../../test/git-fixture/fixture.js';
import { storeDirectory } from './store-directory.js';

function repository() {
  const { root, directory } = newFixture();
  const store = join(directory, '.git', 'countersign');
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  const found = (env: NodeJS.ProcessEnv = {}, user?: number) =>
    storeDirectory({ directory, env, token: undefined, interactive: false, stderr: process.stderr }, user);
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

const other = 4242;

it.each(['', 'countersign.db'])('what belongs to another user is theirs: %s', async (name) => {
  const { store, found } = repository();
  mkdirSync(store);
  const file = join(store, 'countersign.db');
  writeFileSync(file, '');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(join(store, name), other, other);
  const stranger = isRoot ? other + 1 : (process.getuid?.() ?? 0) + 1;
  expect(await found({}, stranger)).toMatchObject({ code: 'foreign_store' });
  expect(await found({}, isRoot ? other : process.getuid?.())).toBe(store);
  expect(await found({}, 0)).toBe(store);
  expect(await found({ COUNTERSIGN_HOME: store }, stranger)).toBe(store);
});
