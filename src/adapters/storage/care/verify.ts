import { StoreUnavailable, type Verification } from '../../../application/ports/store.js';
import { statement } from '../sqlite/connection.js';
import type { SqliteDatabase } from '../sqlite/database.js';
import { verifyJournal } from './verify-journal.js';

/**
 * Looks at the file page by page and at the journal link by link, on one view of the data. Damage that no event can be
 * named for stands under stream `-`, version 0, position 0.
 */
export async function verify(database: SqliteDatabase): Promise<Verification> {
  try {
    return await database.snapshot((transaction) => {
      const journal = verifyJournal(transaction);
      if (!journal.intact) return journal;
      const [page] = transaction.all(statement('pragma integrity_check(1)'));
      const said = String(page?.['integrity_check']);
      return said === 'ok' ? journal : damaged(said);
    });
  } catch (error) {
    if (error instanceof StoreUnavailable && error.kind === 'corrupt') return damaged(error.message);
    throw error;
  }
}

function damaged(reason: string): Verification {
  return { intact: false, stream: '-', version: 0, position: 0, reason: `the database file is damaged: ${reason}` };
}
