import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { loadDriver } from '../../src/adapters/storage/sqlite/driver.js';
import { statement } from '../../src/adapters/storage/sqlite/connection.js';
import { onEveryStore } from './every-store.js';
import { outboxContract } from './outbox.js';
import { decided, requested, started } from './sample-events.js';
import { sqliteStoreUnderTest } from './sqlite-store-under-test.js';
import { record } from './store.js';

await onEveryStore(outboxContract);

const words = { creator: ['review_approved'], reviewer: [], human: [] } as const;

describe('notifications in the database', () => {
  it('are a read model: a row that no event made is found, and put right', async () => {
    const { directory, store, ...under } = await sqliteStoreUnderTest();
    try {
      await record(store, 'A1', [requested({ notifications: words }), started(), decided('approved')]);
      const driver = await loadDriver();
      const raw = driver.open(join(directory, 'countersign.db'), 'write');
      raw.run(statement("update notifications set recipients = '[]'"));
      raw.close();
      expect(await store.verify()).toHaveProperty('reason', expect.stringContaining('table notifications'));
      expect(await store.rebuild()).toMatchObject({ differences: [{ table: 'notifications', rows: 1 }] });
      expect(await store.verify()).toMatchObject({ intact: true });
    } finally {
      await under.cleanUp();
    }
  });

  it('cost an append one row when somebody is told, and none otherwise', async () => {
    const { directory, store, ...under } = await sqliteStoreUnderTest();
    try {
      await record(store, 'A1', [requested({ notifications: words }), started(), decided('approved')]);
      const raw = (await loadDriver()).open(join(directory, 'countersign.db'), 'read');
      const count = (table: string) => raw.all(statement(`select count(*) as rows from ${table}`))[0]?.['rows'];
      expect(['notifications', 'notification_deliveries', 'notification_cursor'].map(count)).toEqual([1, 0, 0]);
      raw.close();
    } finally {
      await under.cleanUp();
    }
  });

  it('find what is due and what is dead by an index', async () => {
    const { directory, ...under } = await sqliteStoreUnderTest();
    try {
      const raw = (await loadDriver()).open(join(directory, 'countersign.db'), 'read');
      const plan = (where: string) =>
        raw
          .all(statement(`explain query plan select * from notification_deliveries where ${where}`))
          .map((row) => String(row['detail']))
          .join('\n');
      expect(plan("state = 'pending' and channel = 'a' and next_at <= 5 order by next_at")).toContain(
        'notification_deliveries_due (channel=? AND next_at<?)',
      );
      expect(plan("state = 'dead'")).toContain('notification_deliveries_dead');
      raw.close();
    } finally {
      await under.cleanUp();
    }
  });
});

describe('two processes', () => {
  it('never hold the same attempt', async () => {
    const { directory, store, ...under } = await sqliteStoreUnderTest();
    const other = await openStore({ directory });
    try {
      for (let index = 0; index < 40; index += 1)
        await record(store, `A${index}`, [requested({ notifications: words }), started(), decided('approved')]);
      const take = (from: typeof store, holder: string) =>
        from.outbox.take({
          route: () => ['pager'],
          channels: ['pager'],
          since: 0,
          now: 1_000_000,
          leaseMs: 1_000,
          holder,
          limit: 7,
        });
      const taken = await Promise.all(
        Array.from({ length: 8 }, (_, index) => take(index % 2 === 0 ? store : other, `holder ${index}`)),
      );
      const positions = taken.flat().map(({ notification }) => notification.position);
      expect(positions).toHaveLength(40);
      expect(new Set(positions).size).toBe(40);
    } finally {
      await other.close();
      await under.cleanUp();
    }
  });
});
