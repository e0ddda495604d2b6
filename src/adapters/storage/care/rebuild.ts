import type { Kysely } from 'kysely';
import { StoreUnavailable, type Rebuilt } from '../../../application/ports/store.js';
import { JOURNAL, selectStream, streamRows } from '../journal/read.js';
import { recorded } from '../journal/seal.js';
import { forgetDamage, unmarked } from '../read-models/learned-damage.js';
import { projectStream } from '../read-models/project-stream.js';
import { keys, readModelTables, writeProjection, type ReadModelTable } from '../read-models/write.js';
import type { Tables } from '../schema.js';
import { BrokenHistory } from '../../../domain/model/broken-history.js';
import { statement, type Statement } from '../sqlite/connection.js';
import type { SqliteDatabase, Transaction } from '../sqlite/database.js';

/** Streams whose names are read at once. */
const BATCH = 500;

/**
 * Compares the read models with the journal and puts them right: all under one write lock. What is learned is then as if nothing had
 * been damaged, and may be relied on again. `restore` makes tables anew that are missing.
 */
export async function rebuild(
  database: SqliteDatabase,
  sql: Kysely<Tables>,
  restore: (transaction: Transaction) => void,
): Promise<Rebuilt> {
  return database.write((transaction) => {
    restore(transaction);
    const rebuilt = compareReadModels(transaction, sql, (table) => runAll(transaction, replaceRows(table)));
    transaction.run(forgetDamage);
    return rebuilt;
  });
}

/**
 * Makes the tables say what the journal says where a step of the schema added to what they hold, so that what is learned begins sound. A
 * journal that cannot be followed leaves them as they are: the store must open, so that `verify` can say what is wrong.
 */
export function refill(transaction: Transaction, sql: Kysely<Tables>): void {
  try {
    unmarked(transaction, () =>
      compareReadModels(transaction, sql, (table) => runAll(transaction, replaceRows(table))),
    );
  } catch (error) {
    if (!(error instanceof BrokenHistory) && !(error instanceof StoreUnavailable && error.kind === 'corrupt'))
      throw error;
  }
}

/**
 * Computes the read models a second time into temporary tables, from the journal alone and by the code that every append
 * uses, and compares them with the tables in use. `mend` is called for each that differs, while both are there.
 */
export function compareReadModels(
  transaction: Transaction,
  sql: Kysely<Tables>,
  mend: (table: ReadModelTable) => void,
): Rebuilt {
  for (const table of readModelTables) runAll(transaction, emptyCopy(table));
  const events = projectEverything(transaction, sql.withSchema('temp'));
  const differences = readModelTables
    .map((table) => ({ table, rows: differingRows(transaction, table) }))
    .filter((difference) => difference.rows > 0);
  for (const { table } of differences) mend(table);
  for (const table of readModelTables) transaction.run(statement(`drop table temp.${table}`));
  return { events, differences };
}

/** Stream by stream, so that one review at a time is in memory. */
function projectEverything(transaction: Transaction, sql: Kysely<Tables>): number {
  let events = 0;
  for (let stream: string | undefined = ''; stream !== undefined;) {
    const names = transaction.all(
      statement(
        `select stream from streams where stream > ? and stream <> '${JOURNAL}' order by stream limit ?`,
        stream,
        BATCH,
      ),
    );
    for (const row of names) {
      const name = String(row['stream']);
      const history = streamRows(name, transaction.all(selectStream(name))).map((event) => recorded(event));
      runAll(transaction, writeProjection(sql, projectStream(history, { history: () => [] }).projection));
      events += history.length;
    }
    stream = names.length < BATCH ? undefined : String(names.at(-1)?.['stream']);
  }
  const all = Number(transaction.all(statement('select count(*) as events from events'))[0]?.['events']);
  if (events !== all) throw outOfReach(all - events);
  return events;
}

/** What no stream leads to would be left out of the read models, and nobody would see it. */
function outOfReach(events: number): StoreUnavailable {
  const message = `The journal is damaged: ${events} of its events belong to no stream that is recorded.`;
  return new StoreUnavailable('corrupt', message, 'See `countersign verify`, then restore from a backup.');
}

function emptyCopy(table: ReadModelTable): readonly Statement[] {
  return [
    statement(`drop table if exists temp.${table}`),
    statement(`create temporary table ${table} as select * from main.${table} where 1 = 0`),
    statement(`create unique index temp.${table}_key on ${table} (${keys[table].join(', ')})`),
  ];
}

/** Rows that are missing, superfluous or different; each is counted once, by its key. */
function differingRows(transaction: Transaction, table: ReadModelTable): number {
  const key = keys[table].join(', ');
  const [row] = transaction.all(
    statement(
      `select count(*) as differing from (
         select ${key} from (select * from main.${table} except select * from temp.${table})
         union
         select ${key} from (select * from temp.${table} except select * from main.${table}))`,
    ),
  );
  return Number(row?.['differing']);
}

function replaceRows(table: ReadModelTable): readonly Statement[] {
  return [statement(`delete from main.${table}`), statement(`insert into main.${table} select * from temp.${table}`)];
}

function runAll(transaction: Transaction, statements: readonly Statement[]): void {
  for (const one of statements) transaction.run(one);
}
