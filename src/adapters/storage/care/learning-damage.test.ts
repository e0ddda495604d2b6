import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  agentAdded,
  decided,
  disposed,
  escalated,
  finding,
  opinion,
  personDecided,
  requested,
  started,
} from '../../../../test/contract/sample-events.js';
import { openFile, tamper } from '../../../../test/contract/sqlite-file.js';
import { sqliteStoreUnderTest } from '../../../../test/contract/sqlite-store-under-test.js';
import { record, recordAgent } from '../../../../test/contract/store.js';
import { peerRequested } from '../../../../test/kit/peer.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import { keys, type ReadModelTable } from '../read-models/write.js';
import { statement, type SqlRow, type SqlValue } from '../sqlite/connection.js';

/** Where what is learned, remembered and counted stands beside the journal. */
const learned = [
  'reviews',
  'review_revisions',
  'findings',
  'dispositions',
  'agents',
  'person_decisions',
  'review_metrics',
  'objections',
  'pattern_evidence',
  'judged_opinions',
  'analytics_counts',
  'settled_content',
] as const satisfies readonly ReadModelTable[];

const asked: ReviewEvent = {
  type: 'review_requested',
  data: { ...peerRequested({ request: { by: 'otter', proved: true } }), creator: 'otter', reviewType: 'refactor' },
};
const byFox = opinion({ seat: { role: 'reviewer', driver: 'cli', agent: 'fox' } });
const broke: ReviewEvent = {
  type: 'outcome_reported',
  data: { kind: 'bug', note: 'it broke', by: 'dana', person: true },
};
const marked = finding(3, { marks: { at: ['mark'], around: [] } });

let context: Awaited<ReturnType<typeof sqliteStoreUnderTest>>;

beforeEach(async () => {
  context = await sqliteStoreUnderTest();
  const { store } = context;
  await recordAgent(store, 'otter', [agentAdded('hash')]);
  await record(store, 'A1', [asked, started('grace'), decided('approved')]);
  await record(store, 'B1', [requested(), started(), byFox, decided('approved'), broke]);
  const found = [finding(1), finding(2), marked];
  await record(store, 'C1', [requested(), started(), opinion(), decided('changes_requested', found)]);
  await record(store, 'C1', [disposed(finding(1), 'blob')]);
  await record(store, 'D1', [requested(), started(), opinion(), decided('changes_requested'), escalated()]);
  await record(store, 'D1', [personDecided('approved')]);
});

afterEach(() => context.cleanUp());

async function rowsOf(table: string): Promise<readonly SqlRow[]> {
  const file = await openFile(context.directory);
  try {
    return file.all(statement(`select * from ${table} order by 1, 2`));
  } finally {
    file.close();
  }
}

async function everything(): Promise<Readonly<Record<string, readonly SqlRow[]>>> {
  const rows: Record<string, readonly SqlRow[]> = {};
  for (const table of learned) rows[table] = await rowsOf(table);
  return rows;
}

/** A value of the same type that is another. */
function other(value: SqlValue | undefined, declared: string): SqlValue {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) + 1_000;
  if (typeof value === 'string') return `${value}x`;
  return declared === 'INTEGER' ? 1 : 'x';
}

interface Damage {
  readonly what: string;
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** One row gone, each of its values another, and a row that no event made. */
async function damagesOf(table: (typeof learned)[number]): Promise<readonly Damage[]> {
  const file = await openFile(context.directory);
  const columns = file
    .all(statement(`select name, type from pragma_table_info('${table}')`))
    .map(({ name, type }) => ({ name: String(name), type: String(type) }));
  file.close();
  const [row] = await rowsOf(table);
  if (row === undefined) throw new Error(`no row of ${table} was made`);
  const key: readonly string[] = keys[table];
  const where = `where ${key.map((each) => `${each} = ?`).join(' and ')}`;
  const keyValues = key.map((each) => row[each] ?? null);
  const altered = columns.map(({ name, type }): Damage => ({
    what: `${name} altered`,
    sql: `update ${table} set ${name} = ? ${where}`,
    parameters: [other(row[name], type), ...keyValues],
  }));
  const unique = [key[0], 'id', 'token_hash'];
  const made = columns.map(({ name, type }) => (unique.includes(name) ? other(row[name], type) : (row[name] ?? null)));
  const names = columns.map(({ name }) => name).join(', ');
  return [
    { what: 'a row taken out', sql: `delete from ${table} ${where}`, parameters: keyValues },
    ...altered,
    {
      what: 'a row made up',
      sql: `insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`,
      parameters: made,
    },
  ];
}

describe('what was learned, damaged on disk', () => {
  it.each(learned)(
    '%s: verify notices each loss, each other value and each row too many, and rebuild restores it',
    async (table) => {
      const { store, directory } = context;
      const right = await everything();
      for (const { what, sql, parameters } of await damagesOf(table)) {
        expect([what, await tamper(directory, sql, ...parameters)]).toEqual([what, 1]);
        expect([what, await store.verify()]).toMatchObject([
          what,
          { intact: false, reason: expect.stringContaining(`the table ${table} `) as string },
        ]);
        expect([what, (await store.rebuild()).differences.map((each) => each.table)]).toEqual([what, [table]]);
        expect([what, await everything()]).toEqual([what, right]);
      }
      expect(await store.verify()).toMatchObject({ intact: true });
    },
    120_000,
  );
});
