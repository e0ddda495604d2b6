import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damagesOf, everythingLearned, learnSomething } from '../../../../test/contract/learned-rows.js';
import { tamper } from '../../../../test/contract/sqlite-file.js';
import { sqliteStoreUnderTest } from '../../../../test/contract/sqlite-store-under-test.js';
import { learnedTables } from '../read-models/learned-damage.js';

let context: Awaited<ReturnType<typeof sqliteStoreUnderTest>>;

beforeEach(async () => {
  context = await sqliteStoreUnderTest();
  await learnSomething(context.store);
});

afterEach(() => context.cleanUp());

describe('what was learned, damaged on disk', () => {
  it('is not called damaged by what appends write, nor by a rebuild', async () => {
    const { store } = context;
    expect(await store.learnedDamage()).toEqual([]);
    await store.rebuild();
    expect(await store.learnedDamage()).toEqual([]);
  });

  it.each(learnedTables)(
    '%s: each loss, each other value and each row too many leaves a mark, verify notices it, and rebuild restores it',
    async (table) => {
      const { store, directory } = context;
      const right = await everythingLearned(directory);
      for (const { what, sql, parameters } of await damagesOf(directory, table)) {
        expect([what, await tamper(directory, sql, ...parameters)]).toEqual([what, 1]);
        expect([what, await store.learnedDamage()]).toEqual([what, [table]]);
        expect([what, await store.verify()]).toMatchObject([
          what,
          { intact: false, reason: expect.stringContaining(`the table ${table} `) as string },
        ]);
        expect([what, (await store.rebuild()).differences.map((each) => each.table)]).toEqual([what, [table]]);
        expect([what, await everythingLearned(directory)]).toEqual([what, right]);
        expect([what, await store.learnedDamage()]).toEqual([what, []]);
      }
      expect(await store.verify()).toMatchObject({ intact: true });
    },
    120_000,
  );

  it.each(learnedTables)(
    '%s: rebuild makes a table anew that was dropped, with all that stood on it',
    async (table) => {
      const { store, directory } = context;
      const right = await everythingLearned(directory);
      await tamper(directory, `drop table ${table}`);
      expect(await store.learnedDamage()).toEqual([table]);
      expect((await store.rebuild()).differences).toMatchObject([{ table }]);
      expect(await everythingLearned(directory)).toEqual(right);
      expect(await store.learnedDamage()).toEqual([]);
      expect(await store.verify()).toMatchObject({ intact: true });
    },
  );

  it('is called damaged where a table lost a trigger, until a rebuild makes that anew', async () => {
    const { store, directory } = context;
    await tamper(directory, 'drop trigger learned_findings_update');
    expect(await store.learnedDamage()).toEqual(['findings']);
    await tamper(directory, 'drop index findings_known');
    await store.rebuild();
    expect(await store.learnedDamage()).toEqual([]);
    expect(await store.verify()).toMatchObject({ intact: true });
  });

  it('is called damaged once verify found so, where no statement altered it', async () => {
    const { store, directory } = context;
    await tamper(directory, `update findings set message = 'nothing' where id = 'F-000001'`);
    await tamper(directory, 'delete from learned_damage');
    expect(await store.learnedDamage()).toEqual([]);
    await store.verify();
    expect(await store.learnedDamage()).toEqual(['findings']);
  });
});
