import { learnedTables } from '../../src/adapters/storage/read-models/learned-damage.js';
import { keys } from '../../src/adapters/storage/read-models/write.js';
import { statement, type SqlRow, type SqlValue } from '../../src/adapters/storage/sqlite/connection.js';
import type { Store } from '../../src/application/ports/store.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import { peerRequested } from '../kit/peer.js';
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
} from './sample-events.js';
import { openFile } from './sqlite-file.js';
import { record, recordAgent } from './store.js';

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

/** Events after which every table of what is learned holds a row. */
export async function learnSomething(store: Store): Promise<void> {
  await recordAgent(store, 'otter', [agentAdded('hash')]);
  await record(store, 'A1', [asked, started('grace'), decided('approved')]);
  await record(store, 'B1', [requested(), started(), byFox, decided('approved'), broke]);
  const found = [finding(1), finding(2), marked];
  await record(store, 'C1', [requested(), started(), opinion(), decided('changes_requested', found)]);
  await record(store, 'C1', [disposed(finding(1), 'blob')]);
  await record(store, 'D1', [requested(), started(), opinion(), decided('changes_requested'), escalated()]);
  await record(store, 'D1', [personDecided('approved')]);
}

/** All rows of a table of the store in `directory`. */
export async function rowsOf(directory: string, table: string): Promise<readonly SqlRow[]> {
  const file = await openFile(directory);
  try {
    return file.all(statement(`select * from ${table} order by 1, 2`));
  } finally {
    file.close();
  }
}

/** What stands in every table of what is learned. */
export async function everythingLearned(directory: string): Promise<Readonly<Record<string, readonly SqlRow[]>>> {
  const rows: Record<string, readonly SqlRow[]> = {};
  for (const table of learnedTables) rows[table] = await rowsOf(directory, table);
  return rows;
}

/** A value of the same type that is another. */
function other(value: SqlValue | undefined, declared: string): SqlValue {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) + 1_000;
  if (typeof value === 'string') return `${value}x`;
  return declared === 'INTEGER' ? 1 : 'x';
}

export interface Damage {
  readonly what: string;
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** One row gone, each of its values another, and a row that no event made. */
export async function damagesOf(directory: string, table: (typeof learnedTables)[number]): Promise<readonly Damage[]> {
  const file = await openFile(directory);
  const columns = file
    .all(statement(`select name, type from pragma_table_info('${table}')`))
    .map(({ name, type }) => ({ name: String(name), type: String(type) }));
  file.close();
  const [row] = await rowsOf(directory, table);
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
