import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../adapters/storage/open-store.js';
import { storeAccess } from './doctor-store.js';

async function store() {
  const root = mkdtempSync(join(tmpdir(), 'countersign-access-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const directory = join(root, 'store');
  mkdirSync(directory, { mode: 0o700 });
  await (await openStore({ directory })).close();
  return { root, directory, file: join(directory, 'countersign.db') };
}

it('a store that only its user can write to is fine, and so is none', async () => {
  const { root, directory } = await store();
  expect(await storeAccess(directory)).toMatchObject({ state: 'ok' });
  expect(await storeAccess(join(root, 'none'))).toMatchObject({ state: 'ok' });
});

it.each(['', 'countersign.db', 'blobs'])('one that anybody can write to is told of: %s', async (name) => {
  const { directory } = await store();
  chmodSync(join(directory, name), 0o777);
  expect(await storeAccess(directory)).toMatchObject({
    state: 'warning',
    detail: `anybody on this machine can write to ${join(directory, name)}`,
  });
});

it('one that has a second name is told of, and a copy that took its place is not', async () => {
  const { root, directory, file } = await store();
  linkSync(file, join(root, 'other.db'));
  expect(await storeAccess(directory)).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('2 names') as string,
  });
  rmSync(join(root, 'other.db'));
  expect(await storeAccess(directory)).toMatchObject({ state: 'ok' });
});

it('a file of another making beside the store counts as well', async () => {
  const { directory } = await store();
  const spool = join(directory, 'left-open');
  writeFileSync(spool, '');
  chmodSync(spool, 0o666);
  expect(await storeAccess(directory)).toMatchObject({ state: 'warning' });
});
