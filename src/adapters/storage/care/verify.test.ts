import { chmod, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { opinion, requested, started } from '../../../../test/contract/sample-events.js';
import { openFile, tamper } from '../../../../test/contract/sqlite-file.js';
import { sqliteStoreUnderTest } from '../../../../test/contract/sqlite-store-under-test.js';
import { record } from '../../../../test/contract/store.js';
import { openStore } from '../open-store.js';
import { statement } from '../sqlite/connection.js';

type Context = Awaited<ReturnType<typeof sqliteStoreUnderTest>>;

let context: Context;

/** Positions 1, 2, 5 are of `review/A1`, 3, 4, 6 of `review/B1`. */
beforeEach(async () => {
  context = await sqliteStoreUnderTest();
  await record(context.store, 'A1', [requested(), started()]);
  await record(context.store, 'B1', [requested(), started()]);
  await record(context.store, 'A1', [opinion()]);
  await record(context.store, 'B1', [opinion()]);
});

afterEach(() => context.cleanUp());

async function namedIndex(directory: string): Promise<string> {
  const file = await openFile(directory);
  try {
    const [row] = file.all(
      statement(`select name from sqlite_master where type = 'index' and sql is not null limit 1`),
    );
    return String(row?.['name']);
  } finally {
    file.close();
  }
}

describe('verify sees what no migration made', () => {
  it.each([
    [
      'a trigger that forges rows',
      `create trigger "x\u001b[2J" after insert on events begin delete from dispositions; end`,
      'trigger x\u001b[2J, which no version',
    ],
    ['a view', `create view extra as select 1`, 'view extra'],
    ['a table', `create table extra (a)`, 'table extra'],
    ['an index', `create index extra on events (actor)`, 'index extra'],
  ])('%s', async (_, sql, words) => {
    await tamper(context.directory, sql);
    expect(await context.store.verify()).toMatchObject({
      intact: false,
      stream: '-',
      reason: expect.stringContaining(words) as string,
    });
  });

  it('a column more in one of its own tables', async () => {
    await tamper(context.directory, 'alter table agents add column extra text');
    const reason = expect.stringContaining('table agents is not as Countersign made it') as string;
    expect(await context.store.verify()).toMatchObject({ intact: false, reason });
  });

  it('an index that is gone', async () => {
    const name = await namedIndex(context.directory);
    await tamper(context.directory, `drop index ${name}`);
    const reason = expect.stringContaining(`index ${name} is missing`) as string;
    expect(await context.store.verify()).toMatchObject({ intact: false, reason });
  });

  it.each(['events', 'streams', 'reviews'])('the table %s that is gone', async (table) => {
    await tamper(context.directory, `drop table ${table}`);
    const reason = expect.stringContaining(table) as string;
    expect(await context.store.verify()).toMatchObject({ intact: false, stream: '-', reason });
  });
});

describe('verify names the event', () => {
  it.each([
    ['type', `type = 'review_withdrawn'`],
    ['data', `data = replace(data, 'embedded', 'embeddeD')`],
    ['white space of the data', `data = data || ' '`],
    ['actor', `actor = 'mallory'`],
    ['time', `at = at + 1`],
    ['previous hash', `previous = upper(previous) || 'x'`],
    ['hash', `hash = 'f' || substr(hash, 2, 62) || 'z'`],
    ['link to the journal', `chain = 'f' || substr(chain, 2, 62) || 'z'`],
  ])('whose %s was altered', async (_, change) => {
    expect(await tamper(context.directory, `update events set ${change} where position = 4`)).toBe(1);
    expect(await context.store.verify()).toMatchObject({
      intact: false,
      stream: 'review/B1',
      version: 2,
      position: 4,
    });
  });

  it.each([
    ['altered version', `update events set version = 9 where position = 4`, 4],
    ['altered stream', `update events set stream = 'review/C1' where position = 4`, 4],
    ['altered position', `update events set position = 40 where position = 4`, 5],
    ['deleted event in the middle', `delete from events where position = 4`, 5],
    ['deleted first event', `delete from events where position = 1`, 2],
    ['deleted stream', `delete from events where stream = 'review/A1'`, 3],
    ['deleted last event', `delete from events where position = 6`, 6],
    ['lost end', `delete from events where position > 3`, 4],
    ['lost journal', `delete from events`, 1],
  ])('at or after the %s', async (_, sql, position) => {
    expect(await tamper(context.directory, sql)).toBeGreaterThan(0);
    expect(await context.store.verify()).toMatchObject({ intact: false, position });
  });

  it('that changed places with one of another stream', async () => {
    await tamper(context.directory, 'update events set position = 100 where position = 5');
    await tamper(context.directory, 'update events set position = 5 where position = 6');
    await tamper(context.directory, 'update events set position = 6 where position = 100');
    expect(await context.store.verify()).toMatchObject({ intact: false, stream: 'review/B1', position: 5 });
  });

  it('that was lost, or is the last of those that were', async () => {
    const lost = { intact: false, stream: 'review/B1', version: 3, position: 6 };
    await tamper(context.directory, 'delete from events where position = 6');
    expect(await context.store.verify()).toMatchObject(lost);
    await tamper(context.directory, 'delete from events where position = 5');
    const reason = expect.stringContaining('review/B1 is recorded to end at 6') as string;
    expect(await context.store.verify()).toMatchObject({ intact: false, stream: '-', position: 5, reason });
  });

  it.each([
    ['a stream, to another stream', `update streams set last = 3 where stream = 'review/A1'`, 'review/A1', 5],
    ['a stream, back', `update streams set last = 4 where stream = 'review/B1'`, 'review/B1', 6],
    ['a stream, on', `update streams set last = 6 where stream = 'review/A1'`, '-', 7],
    ['a stream, to nowhere', `update streams set last = 7 where stream = 'review/A1'`, 'review/A1', 7],
    ['a stream, away', `delete from streams where stream = 'review/A1'`, 'review/A1', 1],
    ['the journal, back', `update streams set last = 5 where stream = '~'`, '-', 6],
    ['the journal, on', `update streams set last = 9 where stream = '~'`, '-', 7],
    ['the journal, away', `delete from streams where stream = '~'`, '-', 1],
    ['a link, to another stream', `update events set follows = 4 where position = 5`, 'review/A1', 5],
    ['a link, away', `update events set follows = null where position = 5`, 'review/A1', 5],
    ['a link, on', `update events set follows = 6 where position = 4`, 'review/B1', 4],
    ['a link of a first event', `update events set follows = 2 where position = 3`, 'review/B1', 3],
  ])('where somebody moved the end of %s', async (_, sql, stream, position) => {
    expect(await tamper(context.directory, sql)).toBe(1);
    expect(await context.store.verify()).toMatchObject({ intact: false, stream, position });
  });

  it('first, of several that are broken', async () => {
    await tamper(context.directory, `update events set actor = 'mallory' where position in (2, 3, 6)`);
    expect(await context.store.verify()).toMatchObject({ intact: false, stream: 'review/A1', version: 2, position: 2 });
  });
});

describe('an event that is no JSON any more', () => {
  it('is named when it is read, and by verify', async () => {
    await tamper(context.directory, `update events set data = '{' where position = 4`);
    await expect(context.store.readStream('review/B1')).rejects.toMatchObject({
      kind: 'corrupt',
      message: expect.stringContaining('Event 2 of review/B1') as unknown,
    });
    expect(await context.store.verify()).toMatchObject({ intact: false, position: 4 });
  });
});

describe('verify of a damaged file', () => {
  it('finds pages that were overwritten', async () => {
    await context.store.close();
    const schema = await openFile(context.directory);
    const roots = schema.all(statement('select rootpage from sqlite_schema where rootpage > 0'));
    const pageBytes = Number(schema.all(statement('pragma page_size'))[0]?.['page_size']);
    schema.close();
    const bytes = await open(join(context.directory, 'countersign.db'), 'r+');
    for (const { rootpage } of roots)
      await bytes.write(Buffer.alloc(64, 0xff), 0, 64, Number(rootpage) * pageBytes - 64);
    await bytes.close();
    const store = await openStore({ directory: context.directory });
    expect(await store.verify()).toMatchObject({ intact: false });
    await store.close();
    context = await sqliteStoreUnderTest();
  });
});

describe('verify names the table', () => {
  it.each([
    ['reviews', `update reviews set status = 'approved', outcome = 'approved'`],
    ['reviews', 'delete from reviews'],
  ])('%s, whose rows no event made', async (table, sql) => {
    await tamper(context.directory, sql);
    const reason = expect.stringContaining(`table ${table} do not say what the journal says`) as string;
    expect(await context.store.verify()).toMatchObject({ intact: false, stream: '-', reason });
    await context.store.rebuild();
    expect(await context.store.verify()).toMatchObject({ intact: true });
  });

  it('reviews, when journal and heads are gone and they are not', async () => {
    for (const table of ['events', 'streams']) await tamper(context.directory, `delete from ${table}`);
    expect(await context.store.verify()).toMatchObject({ intact: false });
  });
});

describe('verify of what the journal names by its digest', () => {
  const place = (digest: string) => join(context.directory, 'blobs', digest.slice(0, 2), digest.slice(2));

  async function flip(file: string, at: number): Promise<void> {
    const bytes = await readFile(file);
    bytes[at]! ^= 1;
    await chmod(file, 0o644);
    await writeFile(file, bytes);
  }

  it.each([0, 5, 9])('names the event whose evidence was altered, by one bit of byte %i', async (at) => {
    const digest = await context.store.blobs.put(new TextEncoder().encode('transcript'));
    await record(context.store, 'C1', [
      requested(),
      started(),
      opinion({ evidence: [{ what: 'transcript', digest }] }),
    ]);
    expect(await context.store.verify()).toMatchObject({ intact: true });
    await flip(place(digest), at);
    expect(await context.store.verify()).toMatchObject({
      ...{ intact: false, stream: 'review/C1', version: 3, position: 9 },
      reason: expect.stringContaining(place(digest)) as string,
    });
    await flip(place(digest), at);
    expect(await context.store.verify()).toMatchObject({ intact: true });
  });

  it.each([
    ['file', (digest: string) => place(digest)],
    ['folder', (digest: string) => dirname(place(digest))],
    ['directory of all blobs', () => join(context.directory, 'blobs')],
  ])('names the event whose evidence is gone, with its %s', async (_, gone) => {
    const bytes = new TextEncoder().encode('transcript');
    const digest = await context.store.blobs.put(bytes);
    const evidence = [{ what: 'transcript of otter', digest }];
    await record(context.store, 'C1', [requested(), started(), opinion({ evidence })]);
    await rm(gone(digest), { recursive: true });
    const reason = `the blob that it names is missing (transcript of otter): ${place(digest)}`;
    expect(await context.store.verify()).toMatchObject({
      ...{ intact: false, stream: 'review/C1', version: 3, position: 9, reason },
      remedy: expect.stringContaining('newest backup') as string,
    });
    await context.store.blobs.put(bytes);
    expect(await context.store.verify()).toMatchObject({ intact: true });
  });

  it('looks at every event, however many there are', async () => {
    for (let index = 0; index < 110; index += 1) await record(context.store, `D${index}`, [requested()]);
    const evidence = [{ what: 'transcript', digest: 'a'.repeat(64) }];
    await record(context.store, 'E1', [requested(), started(), opinion({ evidence })]);
    expect(await context.store.verify()).toMatchObject({ intact: false, stream: 'review/E1', version: 3 });
  });

  it('names a blob of no event by its file', async () => {
    const digest = await context.store.blobs.put(new TextEncoder().encode('of nobody'));
    await flip(place(digest), 0);
    expect(await context.store.verify()).toMatchObject({ intact: false, stream: '-', position: 0 });
  });
});
