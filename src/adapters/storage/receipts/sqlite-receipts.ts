import type { Receipt, ReceiptFor, Receipts } from '../../../application/ports/receipts.js';
import type { Append } from '../../../application/ports/store.js';
import type { JournalStream } from '../../../domain/model/event.js';
import type { SqliteJournal } from '../journal/sqlite-journal.js';
import type { SqlRow } from '../sqlite/connection.js';
import type { SqliteDatabase } from '../sqlite/database.js';
import { insertReceipt, selectReceipt, selectReceipts, updateReceipt } from './statements.js';

/** Receipts in the database of the journal. */
export class SqliteReceipts implements Receipts {
  readonly #database: SqliteDatabase;
  readonly #journal: SqliteJournal;

  constructor(database: SqliteDatabase, journal: SqliteJournal) {
    this.#database = database;
    this.#journal = journal;
  }

  append<S extends JournalStream>(append: Append<S>, entry: ReceiptFor) {
    return this.#journal.appendOnce(append, entry);
  }

  async settle({ entry, result, now, over }: Parameters<Receipts['settle']>[0]): Promise<void> {
    await this.#database.write((transaction) => {
      transaction.run(insertReceipt(entry, { stream: null, result, now }));
      if (over) transaction.run(updateReceipt(entry.id, result));
    });
  }

  async find(id: string): Promise<Receipt | undefined> {
    return (await this.#database.read(selectReceipt(id))).map(receiptOf)[0];
  }

  async list(limit: number): Promise<readonly Receipt[]> {
    return (await this.#database.read(selectReceipts(limit))).map(receiptOf);
  }
}

function receiptOf(row: SqlRow): Receipt {
  const { outcome, stream } = row;
  return {
    id: String(row['id']),
    verb: String(row['verb']),
    handedInAt: Number(row['handed_in_at']),
    settledAt: Number(row['settled_at']),
    stream: typeof stream === 'string' ? stream : null,
    result:
      outcome === 'recorded'
        ? { outcome }
        : {
            outcome: outcome === 'failed' ? outcome : 'refused',
            code: String(row['code']),
            message: String(row['message']),
          },
  };
}
