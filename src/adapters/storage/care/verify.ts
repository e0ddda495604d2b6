import type { Kysely } from 'kysely';
import { StoreUnavailable, type Verification } from '../../../application/ports/store.js';
import { statement, type OpenConnection } from '../sqlite/connection.js';
import type { Tables } from '../schema.js';
import type { SqliteDatabase, Transaction } from '../sqlite/database.js';
import { compareReadModels } from './rebuild.js';
import { foreignSchema } from './verify-schema.js';
import { verifyJournal } from './verify-journal.js';

/**
 * Looks at the file page by page, at the journal link by link and, with `whole`, whether the read models say what the journal
 * says and whether the schema is that of the migrations, on one view of the data. Damage that no event can be named for stands under stream `-`, version 0, position 0.
 */
export async function verify(database: SqliteDatabase, whole?: Whole): Promise<Verification> {
  try {
    return await database.snapshot((transaction) => {
      const journal = verifyJournal(transaction);
      if (!journal.intact) return journal;
      const [page] = transaction.all(statement('pragma integrity_check(1)'));
      const said = String(page?.['integrity_check']);
      if (said !== 'ok') return damaged(said);
      if (whole === undefined) return journal;
      const foreign = foreignSchema(transaction, whole.open);
      if (foreign !== undefined) return damaged(foreign);
      return strayReadModels(transaction, whole.sql) ?? journal;
    });
  } catch (error) {
    if (error instanceof StoreUnavailable && error.kind === 'corrupt') return damaged(error.message);
    throw error;
  }
}

/** What a look at more than the journal needs. */
export interface Whole {
  readonly sql: Kysely<Tables>;
  /** Opens an empty database in memory. */
  readonly open: OpenConnection;
}

/** Lists, dispositions and credentials are read from these tables: a row that no event made would be believed. */
function strayReadModels(transaction: Transaction, sql: Kysely<Tables>): Verification | undefined {
  // Of a store that may not be written this is a copy in memory; the comparison writes temporary tables only.
  transaction.run(statement('pragma query_only = off'));
  const [first] = compareReadModels(transaction, sql, () => undefined).differences;
  if (first === undefined) return undefined;
  const rows = first.rows === 1 ? '1 row' : `${first.rows} rows`;
  const reason = `${rows} of the table ${first.table} do not say what the journal says`;
  const remedy = 'The journal is intact: `countersign rebuild` makes the table say what it says.';
  return { intact: false, stream: '-', version: 0, position: 0, reason, remedy, table: first.table };
}

function damaged(reason: string): Verification {
  return { intact: false, stream: '-', version: 0, position: 0, reason: `the database file is damaged: ${reason}` };
}
