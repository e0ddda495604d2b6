import { copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requested, started } from '../../../../test/contract/sample-events.js';
import { tamper } from '../../../../test/contract/sqlite-file.js';
import { sqliteStoreUnderTest } from '../../../../test/contract/sqlite-store-under-test.js';
import { record } from '../../../../test/contract/store.js';
import { openStore } from '../open-store.js';

let context: Awaited<ReturnType<typeof sqliteStoreUnderTest>>;

beforeEach(async () => {
  context = await sqliteStoreUnderTest();
  await record(context.store, 'A1', [requested(), started()]);
});

afterEach(() => context.cleanUp());

describe('backup', () => {
  it('can be put in the place of the store, with its blobs', async () => {
    const digest = await context.store.blobs.put(new TextEncoder().encode('transcript'));
    await context.store.backup(context.backupFile);
    const restored = join(dirname(context.directory), 'restored');
    await mkdir(restored);
    await copyFile(context.backupFile, join(restored, 'countersign.db'));
    await cp(`${context.backupFile}.blobs`, join(restored, 'blobs'), { recursive: true });
    const store = await openStore({ directory: restored });
    expect(await store.verify()).toEqual({ intact: true, streams: 1, events: 2 });
    expect(await store.readStream('review/A1')).toEqual(await context.store.readStream('review/A1'));
    expect(new TextDecoder().decode(await store.blobs.get(digest))).toBe('transcript');
    await record(store, 'B1', [requested()]);
    await store.close();
  });

  it('is consistent while others write', async () => {
    const other = await context.reopen();
    const writing = (async () => {
      for (let index = 0; index < 40; index += 1) await record(other, `R${index}`, [requested(), started()]);
    })();
    await context.store.backup(context.backupFile);
    await writing;
    expect(await context.store.verify()).toMatchObject({ intact: true, streams: 41 });
  });

  it.each(['', '.blobs'])('refuses to overwrite FILE%s and leaves nothing behind', async (suffix) => {
    await writeFile(`${context.backupFile}${suffix}`, 'precious');
    await expect(context.store.backup(context.backupFile)).rejects.toThrow(/exists/);
    expect((await readdir(dirname(context.backupFile))).sort()).toEqual([`backup.db${suffix}`, 'store']);
  });

  it('refuses a directory that is not there', async () => {
    await expect(context.store.backup(join(context.directory, 'none', 'file.db'))).rejects.toMatchObject({
      name: 'StoreUnavailable',
    });
  });

  it('is not made of a store whose journal was altered', async () => {
    await tamper(context.directory, `update events set actor = 'mallory'`);
    await expect(context.store.backup(context.backupFile)).rejects.toMatchObject({ kind: 'corrupt' });
    expect(await readdir(dirname(context.backupFile))).toEqual(['store']);
  });
});
