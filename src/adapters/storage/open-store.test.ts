import { chmod, mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { opinion, requested, started } from '../../../test/contract/sample-events.js';
import { openFile, tamper } from '../../../test/contract/sqlite-file.js';
import { sqliteStoreUnderTest } from '../../../test/contract/sqlite-store-under-test.js';
import { record } from '../../../test/contract/store.js';
import { asOrdinaryUser } from '../../../test/contract/ordinary-user.js';
import type { StoreUnavailable } from '../../application/ports/store.js';
import { openStore } from './open-store.js';
import { statement } from './sqlite/connection.js';

let context: Awaited<ReturnType<typeof sqliteStoreUnderTest>>;
let directory: string;
let file: string;

beforeEach(async () => {
  context = await sqliteStoreUnderTest();
  directory = context.directory;
  file = join(directory, 'countersign.db');
  await record(context.store, 'A1', [requested(), started()]);
  await context.store.close();
});

afterEach(() => context.cleanUp());

const unavailable = (kind: StoreUnavailable['kind']) => ({ name: 'StoreUnavailable', kind });

const append = { stream: 'review/A1', expectedVersion: 2, actor: 'x', at: 1, events: [opinion()] } as const;

describe('opening', () => {
  it('finds what was stored', async () => {
    const store = await openStore({ directory });
    expect((await store.listReviews()).map((row) => row.id)).toEqual(['A1']);
    await store.close();
  });

  it('leaves no file beside the database when the last one closes', async () => {
    expect((await readdir(directory)).sort()).toEqual(['blobs', 'countersign.db']);
  });

  it('makes nothing where it was not asked to', async () => {
    const nowhere = join(directory, 'none', 'store');
    const store = await openStore({ directory: nowhere, create: false });
    expect(await store.listReviews()).toEqual([]);
    expect(await store.verify()).toEqual({ intact: true, streams: 0, events: 0 });
    await expect(store.append({ ...append, expectedVersion: 0 })).rejects.toMatchObject(unavailable('read_only'));
    await store.close();
    expect(await readdir(directory)).not.toContain('none');
  });

  it('is done by several at once where nothing is yet', async () => {
    const fresh = join(directory, 'fresh');
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore({ directory: fresh })));
    for (const [index, store] of stores.entries()) await record(store, `R${index}`, [requested()]);
    expect(await stores[0]?.verify()).toMatchObject({ intact: true, streams: 4 });
    for (const store of stores) await store.close();
  });

  it('refuses the store of a newer version', async () => {
    await tamper(directory, 'pragma user_version = 99');
    await expect(openStore({ directory })).rejects.toMatchObject(unavailable('newer_schema'));
  });

  it('refuses a file that is no database', async () => {
    await writeFile(file, 'this is not a database, '.repeat(400));
    await expect(openStore({ directory })).rejects.toMatchObject(unavailable('corrupt'));
  });

  it('refuses a database that was emptied, instead of starting afresh', async () => {
    await truncate(file, 0);
    await expect(openStore({ directory })).rejects.toMatchObject(unavailable('corrupt'));
  });

  it('refuses a database whose first page was cut', async () => {
    await truncate(file, 1000);
    await expect(openStore({ directory })).rejects.toMatchObject(unavailable('corrupt'));
  });

  it('names as damaged a database without one of its tables', async () => {
    await tamper(directory, 'drop table reviews');
    const store = await openStore({ directory });
    await expect(store.listReviews()).rejects.toMatchObject(unavailable('corrupt'));
    await store.close();
  });

  it('refuses a database that was cut', async () => {
    await truncate(file, 4096 * 9);
    await expect(openStore({ directory })).rejects.toMatchObject(unavailable('corrupt'));
  });

  it('refuses a directory in the place of the file', async () => {
    const odd = join(directory, 'odd');
    await mkdir(join(odd, 'countersign.db'), { recursive: true });
    await expect(openStore({ directory: odd })).rejects.toMatchObject(unavailable('unreachable'));
  });

  it('refuses a file in the place of the directory', async () => {
    await expect(openStore({ directory: file })).rejects.toMatchObject(unavailable('unreachable'));
    await expect(openStore({ directory: join(file, 'below') })).rejects.toMatchObject(unavailable('unreachable'));
  });
});

describe('a locked store', () => {
  it('is given up in bounded time, and written once it is free', async () => {
    const store = await openStore({ directory, lockBudgetMs: 150 });
    const other = await openFile(directory);
    other.run(statement('begin immediate'));
    const start = performance.now();
    await expect(store.append(append)).rejects.toMatchObject(unavailable('locked'));
    expect(performance.now() - start).toBeGreaterThanOrEqual(150);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect((await store.listReviews()).map((row) => row.id)).toEqual(['A1']);
    other.run(statement('rollback'));
    other.close();
    expect(await store.append(append)).toMatchObject({ outcome: 'appended' });
    await store.close();
  });

  it('lets the event loop run while it waits', async () => {
    const store = await openStore({ directory, lockBudgetMs: 400 });
    const other = await openFile(directory);
    other.run(statement('begin immediate'));
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await expect(store.append(append)).rejects.toMatchObject(unavailable('locked'));
    clearInterval(timer);
    other.close();
    await store.close();
    // Were it held up, one at most would come, at the end.
    expect(ticks).toBeGreaterThanOrEqual(2);
  });
});

describe.skipIf(process.platform === 'win32')('a store that may not be written', () => {
  afterEach(() => chmod(directory, 0o755));

  it('answers questions in a read-only directory and refuses to write', async () => {
    await chmod(file, 0o444);
    await chmod(directory, 0o555);
    await asOrdinaryUser(async () => {
      const store = await openStore({ directory });
      expect((await store.listReviews()).map((row) => row.id)).toEqual(['A1']);
      expect(await store.verify()).toMatchObject({ intact: true, events: 2 });
      await expect(store.append(append)).rejects.toMatchObject(unavailable('read_only'));
      await expect(store.blobs.put(new Uint8Array(3))).rejects.toMatchObject(unavailable('read_only'));
      await store.close();
    });
    expect((await readdir(directory)).sort()).toEqual(['blobs', 'countersign.db']);
  });

  it('sees in a read-only directory what a writer has not yet moved into the database', async () => {
    const writer = await openStore({ directory });
    await writer.append(append);
    for (const name of ['countersign.db', 'countersign.db-wal', 'countersign.db-shm'])
      await chmod(join(directory, name), 0o444);
    await chmod(directory, 0o555);
    await asOrdinaryUser(async () => {
      const store = await openStore({ directory });
      expect(await store.readStream('review/A1')).toHaveLength(3);
      await store.close();
    });
    await writer.close();
  });

  it('refuses to write a read-only file in a directory that may be written', async () => {
    await chmod(file, 0o444);
    await chmod(directory, 0o777);
    await asOrdinaryUser(async () => {
      const store = await openStore({ directory });
      expect((await store.listReviews()).map((row) => row.id)).toEqual(['A1']);
      await expect(store.append(append)).rejects.toMatchObject(unavailable('read_only'));
      await store.close();
    });
  });

  it('is not made in a read-only directory', async () => {
    await chmod(directory, 0o555);
    await asOrdinaryUser(async () => {
      await expect(openStore({ directory: join(directory, 'new') })).rejects.toMatchObject(unavailable('read_only'));
    });
  });
});
