import { copyFile, cp, mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requested, started } from '../../../../test/contract/sample-events.js';
import { tamper } from '../../../../test/contract/sqlite-file.js';
import { sqliteStoreUnderTest } from '../../../../test/contract/sqlite-store-under-test.js';
import { record } from '../../../../test/contract/store.js';
import { openStore } from '../open-store.js';
import { dailyBackup, newestBackup } from './daily-backup.js';

const day = 24 * 3_600_000;
const noon = Date.UTC(2026, 0, 16, 12);

let context: Awaited<ReturnType<typeof sqliteStoreUnderTest>>;

beforeEach(async () => {
  context = await sqliteStoreUnderTest();
});

afterEach(() => context.cleanUp());

const backUp = (now: number) => dailyBackup({ directory: context.directory, store: context.store, now });
const made = async () => (await readdir(join(context.directory, 'backups'))).sort();

describe('the backup of a day', () => {
  it('is made once a day and kept seven days', async () => {
    await record(context.store, 'A1', [requested(), started()]);
    expect(await newestBackup(context.directory)).toBeUndefined();
    expect(await backUp(noon)).toBe(join(context.directory, 'backups', '2026-01-16'));
    expect(await newestBackup(context.directory)).toBe('2026-01-16');
    expect(await backUp(noon + day / 4)).toBeUndefined();
    for (let later = 1; later <= 9; later++) expect(await backUp(noon + later * day)).toBeDefined();
    expect(await made()).toEqual([19, 20, 21, 22, 23, 24, 25].map((number) => `2026-01-${number}`));
  });

  it('can be put in the place of the store', async () => {
    await record(context.store, 'A1', [requested(), started()]);
    const blob = await context.store.blobs.put(new TextEncoder().encode('packet'));
    const backup = (await backUp(noon)) ?? '';
    const restored = join(context.directory, 'restored');
    await mkdir(restored);
    await copyFile(join(backup, 'countersign.db'), join(restored, 'countersign.db'));
    await cp(join(backup, 'countersign.db.blobs'), join(restored, 'blobs'), { recursive: true });
    const store = await openStore({ directory: restored });
    expect(await store.verify()).toEqual({ intact: true, streams: 1, events: 2 });
    expect(new TextDecoder().decode(await store.blobs.get(blob))).toBe('packet');
    await store.close();
  });

  it('of several who make it at once is one whole backup', async () => {
    await record(context.store, 'A1', [requested(), started()]);
    const all = await Promise.all([backUp(noon), backUp(noon), backUp(noon)]);
    expect(all.filter((each) => each !== undefined)).toHaveLength(1);
    expect(await made()).toEqual(['2026-01-16']);
    expect((await readdir(join(context.directory, 'backups', '2026-01-16'))).sort()).toEqual([
      'countersign.db',
      'countersign.db.blobs',
    ]);
  });

  it('takes away what a killed process left half done, and nothing younger', async () => {
    await record(context.store, 'A1', [requested(), started()]);
    const backups = join(context.directory, 'backups');
    for (const name of ['.partial-old', '.partial-new']) await mkdir(join(backups, name), { recursive: true });
    await utimes(join(backups, '.partial-old'), noon / 1000 - 90_000, noon / 1000 - 90_000);
    await utimes(join(backups, '.partial-new'), noon / 1000, noon / 1000);
    await backUp(noon);
    expect(await made()).toEqual(['.partial-new', '2026-01-16']);
  });

  it('is not made of an empty store, nor of a damaged one, which keeps the good ones', async () => {
    expect(await backUp(noon)).toBeUndefined();
    await record(context.store, 'A1', [requested(), started()]);
    await backUp(noon);
    await tamper(context.directory, `update events set actor = 'mallory'`);
    await expect(backUp(noon + day)).rejects.toMatchObject({ kind: 'corrupt' });
    expect(await made()).toEqual(['2026-01-16']);
  });
});
