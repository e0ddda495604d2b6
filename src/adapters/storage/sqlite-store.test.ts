import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requested } from '../../../test/contract/sample-events.js';
import { record } from '../../../test/contract/store.js';
import type { Store } from '../../application/ports/store.js';
import { migrate } from './migrations/migrate.js';
import { sqliteStore } from './sqlite-store.js';
import { statement } from './sqlite/connection.js';
import { SqliteDatabase } from './sqlite/database.js';
import { loadDriver } from './sqlite/driver.js';

let directory: string;
let database: SqliteDatabase;
let store: Store;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'countersign-full-'));
  const path = join(directory, 'countersign.db');
  const driver = await loadDriver();
  const connect = (access: 'read' | 'write') =>
    new SqliteDatabase(driver.open(path, access), { path, lockBudgetMs: 1_000, random: Math.random });
  database = connect('write');
  await migrate(database, path);
  const openReader = () => Promise.resolve(connect('read'));
  store = sqliteStore({ directory, database, driver, openReader, standsStill: false });
});

afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

describe('a full disk', () => {
  it('refuses the append as a whole, keeps what was there, and goes on when there is room', async () => {
    await record(store, 'A1', [requested()]);
    await database.read(statement('pragma max_page_count = 1'));
    const many = async () => {
      for (let index = 0; index < 60; index += 1) await record(store, `R${index}`, [requested()]);
    };
    await expect(many()).rejects.toMatchObject({ name: 'StoreUnavailable', kind: 'full' });
    const { length } = await store.listReviews({ limit: 100 });
    expect(length).toBeGreaterThanOrEqual(1);
    expect(length).toBeLessThan(60);
    expect(await store.verify()).toMatchObject({ intact: true, streams: length, events: length });
    await database.read(statement('pragma max_page_count = 1000000'));
    await record(store, 'B1', [requested()]);
    expect((await store.rebuild()).differences).toEqual([]);
  });
});

describe('a store that was closed', () => {
  it('is unavailable by name to whoever still asks it, and to who waits for a lock meanwhile', async () => {
    const other = new SqliteDatabase((await loadDriver()).open(join(directory, 'countersign.db'), 'write'), {
      path: 'other',
      lockBudgetMs: 0,
      random: Math.random,
    });
    await other.read(statement('begin immediate'));
    const waiting = record(store, 'A1', [requested()]);
    const refused = expect(waiting).rejects.toMatchObject({ name: 'StoreUnavailable', kind: 'unreachable' });
    await store.close();
    await refused;
    other.close();
    for (const ask of [() => record(store, 'A2', [requested()]), () => store.listReviews({ limit: 1 })])
      await expect(ask()).rejects.toMatchObject({ name: 'StoreUnavailable', kind: 'unreachable' });
  });
});
