import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  agentAdded,
  decided,
  disposed,
  finding,
  opinion,
  requested,
  started,
} from '../../../../test/contract/sample-events.js';
import { tamper } from '../../../../test/contract/sqlite-file.js';
import { sqliteStoreUnderTest } from '../../../../test/contract/sqlite-store-under-test.js';
import { record, recordAgent } from '../../../../test/contract/store.js';

let context: Awaited<ReturnType<typeof sqliteStoreUnderTest>>;

beforeEach(async () => {
  context = await sqliteStoreUnderTest();
  for (const id of ['B1', 'A1']) {
    await record(context.store, id, [
      requested(),
      started(),
      opinion(),
      decided('changes_requested', [finding(1), finding(2)]),
    ]);
  }
  await record(context.store, 'B1', [disposed(finding(1), 'blob')]);
});

afterEach(() => context.cleanUp());

describe('rebuild', () => {
  it.each([
    ['reviews', `update reviews set status = 'approved' where id = 'A1'`, 1],
    ['reviews', 'delete from reviews', 2],
    ['findings', `update findings set message = 'nothing' where id = 'F-000001'`, 2],
    ['findings', `delete from findings where review_id = 'B1'`, 2],
    ['review_revisions', 'delete from review_revisions', 2],
    ['dispositions', `update dispositions set state = 'open'`, 1],
    ['analytics_counts', `update analytics_counts set count = count + 1 where measure = 'reviews'`, 2],
    ['analytics_counts', `insert into analytics_counts values ('model', 'haiku', 'true_positive', 9)`, 1],
    ['analytics_counts', 'delete from analytics_counts', 4],
    [
      'dispositions',
      `insert into dispositions select 'made up', content, state, actor, reason, at, authority, finding_id,
       review_id, position from dispositions`,
      1,
    ],
  ])('puts %s right after: %s', async (table, sql, rows) => {
    const answers = async () => [
      await context.store.listReviews(),
      await context.store.listFindings(),
      await context.store.analyticsCounts(),
      await context.store.judgedOpinions({ limit: 99 }),
    ];
    const before = await answers();
    await tamper(context.directory, sql);
    expect(await context.store.verify()).toHaveProperty('reason', expect.stringContaining(`table ${table}`));
    expect(await context.store.rebuild()).toEqual({ events: 9, differences: [{ table, rows }] });
    expect(await context.store.rebuild()).toEqual({ events: 9, differences: [] });
    expect(await answers()).toEqual(before);
  });

  it('takes a credential back that somebody wrote beside the journal', async () => {
    await recordAgent(context.store, 'otter', [agentAdded('hash-1')]);
    await tamper(context.directory, `update agents set token_hash = 'forged', kind = 'human'`);
    expect(await context.store.rebuild()).toEqual({ events: 10, differences: [{ table: 'agents', rows: 1 }] });
    expect(await context.store.findAgentByToken('hash-1')).toBe('otter');
  });

  it('changes nothing when the journal itself cannot be followed', async () => {
    await tamper(context.directory, `delete from events where stream = 'review/A1' and version = 1`);
    await tamper(context.directory, `update reviews set title = 'altered'`);
    await expect(context.store.rebuild()).rejects.toThrow('an event of review/A1 is missing');
    expect((await context.store.listReviews()).map((row) => row.title)).toEqual(['altered', 'altered']);
    await record(context.store, 'C1', [requested()]);
  });

  it('leaves out no event that its stream does not lead to any more', async () => {
    await tamper(context.directory, `delete from streams where stream = 'review/A1'`);
    await expect(context.store.rebuild()).rejects.toThrow('belong to no stream');
    expect(await context.store.listReviews()).toHaveLength(2);
  });

  it('keeps indexes and keys of the tables', async () => {
    await tamper(context.directory, 'delete from findings');
    await context.store.rebuild();
    await record(context.store, 'B1', [disposed(finding(2), 'blob')]);
    expect((await context.store.findingsOf('B1')).map((row) => row.state)).toEqual(['dismissed', 'dismissed']);
    expect(await context.store.verify()).toMatchObject({ intact: true });
  });
});
