import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finding, opinion, disposed } from '../../../../test/contract/sample-events.js';
import { openFile, tamper } from '../../../../test/contract/sqlite-file.js';
import { whyNot } from '../../../../test/contract/sqlite-store-under-test.js';
import { record } from '../../../../test/contract/store.js';
import { openStore } from '../open-store.js';
import { statement } from '../sqlite/connection.js';
import { steps } from './migrate.js';
import { currentSchema } from './schema-version.js';

it('counts the steps right', () => {
  expect(currentSchema).toBe(steps.length);
});

/** A store of schema 2 with three reviews and a person, as its program wrote it: one statement on each line. */
const schema2 = new URL('../../../../test/fixtures/store/schema-2.sql', import.meta.url);

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'countersign-migrate-'));
  await mkdir(join(directory, 'blobs'));
  const file = await openFile(directory);
  for (const sql of (await readFile(schema2, 'utf8')).trimEnd().split('\n')) file.run(statement(sql));
  file.close();
});

afterEach(() => rm(directory, { recursive: true, force: true }));

const drivers = ['better-sqlite3', 'node:sqlite'] as const;
const usable = new Map(await Promise.all(drivers.map(async (driver) => [driver, await whyNot(driver)] as const)));

describe.each(drivers)('a store of schema 2, opened through %s', (driver) => {
  it.skipIf(usable.get(driver) !== undefined)('is brought up to date and says what it said', async () => {
    const store = await openStore({ directory, driver });
    expect(await store.verify()).toEqual({ intact: true, streams: 4, events: 12 });
    expect(await store.rebuild()).toEqual({ events: 12, differences: [] });
    expect((await store.listReviews()).map(({ id, status }) => [id, status])).toEqual([
      ['01JC', 'in_progress'],
      ['01JA', 'pending'],
      ['01JB', 'changes_requested'],
    ]);
    expect((await store.listFindings()).findings.map(({ id, reviews }) => [id, reviews])).toEqual([
      ['a-1', 2],
      ['b-2', 1],
      ['b-3', 1],
    ]);
    expect((await store.listAgents()).map(({ name }) => name)).toEqual(['dana']);
    await record(store, '01JC', [opinion()]);
    await record(store, '01JB', [disposed(finding(1, { id: 'b-1' }), 'blob')]);
    expect(await store.verify()).toEqual({ intact: true, streams: 4, events: 14 });
    expect(await store.rebuild()).toEqual({ events: 14, differences: [] });
    await store.close();
    expect(await userVersion()).toBe(currentSchema);
  });
});

describe('a store of an older schema', () => {
  it('of the first, is brought up to date too', async () => {
    for (const sql of [
      `delete from events where stream = 'agent/dana'`,
      'drop table agents',
      'alter table reviews drop column decided_by',
      'pragma user_version = 1',
    ]) {
      await tamper(directory, sql);
    }
    const store = await openStore({ directory });
    expect(await store.listReviews()).toHaveLength(3);
    expect((await store.rebuild()).differences).toEqual([]);
    await store.close();
  });

  it('begins sound: what was damaged in it before, when nothing marked that, says again what the journal says', async () => {
    await tamper(directory, `update reviews set outcome = 'approved', title = 'made up'`);
    const store = await openStore({ directory });
    expect(await store.verify()).toMatchObject({ intact: true });
    expect(await store.learnedDamage()).toEqual([]);
    expect((await store.listReviews()).map(({ title }) => title)).not.toContain('made up');
    await store.close();
  });

  it('with a lost end, is not made intact by it', async () => {
    await tamper(directory, 'delete from events where position > 10');
    const store = await openStore({ directory });
    expect(await store.verify()).toMatchObject({ intact: false, position: 11 });
    await store.close();
  });

  it('is read by nobody until it was brought up to date as a whole', async () => {
    await tamper(directory, 'drop table findings');
    await expect(openStore({ directory })).rejects.toThrow();
    expect(await userVersion()).toBe(2);
  });
});

async function userVersion(): Promise<unknown> {
  const file = await openFile(directory);
  const [row] = file.all(statement('pragma user_version'));
  file.close();
  return row?.['user_version'];
}
