import type { Kysely } from 'kysely';
import type { ReceiptFor } from '../../../application/ports/receipts.js';
import type { Append, Appended, Journal } from '../../../application/ports/store.js';
import type { EventOf, JournalEvent, JournalStream, Recorded } from '../../../domain/model/event.js';
import { closeJournal } from '../read-models/learned-damage.js';
import type { Numbered } from '../read-models/projection.js';
import type { writeProjection } from '../read-models/write.js';
import type { projectStream } from '../read-models/project-stream.js';
import { provisional } from '../receipts/provisional.js';
import { insertReceipt, selectReceipt } from '../receipts/statements.js';
import type { Tables } from '../schema.js';
import type { Statement } from '../sqlite/connection.js';
import type { SqliteDatabase, Transaction } from '../sqlite/database.js';
import {
  heads,
  selectAfter,
  selectHeads,
  selectPosition,
  selectStream,
  selectStreamsAfter,
  streamRows,
  walkedRow,
} from './read.js';
import { ReviewCache } from './review-cache.js';
import type { isTaken } from './taken.js';
import type { writeEvents } from './write.js';
import { recorded, seal } from './seal.js';

/** Events read at once by a walk along the journal. */
const BATCH = 100;

/** What an append wrote, with what the next append of the stream begins with. */
type Written<S extends JournalStream> =
  | Exclude<Appended<S>, { readonly outcome: 'appended' }>
  | (Extract<Appended<S>, { readonly outcome: 'appended' }> & {
      readonly head: { readonly hash: string };
      readonly standing: Numbered | undefined;
    });

interface Writer {
  readonly sql: Kysely<Tables>;
  readonly writeEvents: typeof writeEvents;
  readonly writeProjection: typeof writeProjection;
  readonly projectStream: typeof projectStream;
  readonly isTaken: typeof isTaken;
}

/** The journal in SQLite, with the read models that every append brings up to date. */
export class SqliteJournal implements Journal {
  readonly #database: SqliteDatabase;
  readonly #cache = new ReviewCache();
  #writer: Promise<Writer> | undefined;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async append<S extends JournalStream>(append: Append<S>): Promise<Appended<S>> {
    const writer = await (this.#writer ??= loadWriter());
    return this.#kept(await this.#database.write((transaction) => this.#appendIn(transaction, writer, append)));
  }

  /** The same for an entry of the spool, with its receipt in the same transaction (`Receipts.append`). */
  async appendOnce<S extends JournalStream>(append: Append<S>, entry: ReceiptFor) {
    const writer = await (this.#writer ??= loadWriter());
    const done = await this.#database.write((transaction) => {
      if (transaction.all(selectReceipt(entry.id)).length > 0) return { outcome: 'repeated' } as const;
      const appended = this.#appendIn(transaction, writer, append);
      const { stream, at: now } = append;
      if (appended.outcome === 'appended')
        transaction.run(insertReceipt(entry, { stream, result: provisional(append), now }));
      return appended;
    });
    return done.outcome === 'repeated' ? done : this.#kept(done);
  }

  /** What the next append of the stream begins with is kept once it is on disk. */
  #kept<S extends JournalStream>(done: Written<S>): Appended<S> {
    if (done.outcome === 'conflict') return done;
    const last = done.events.at(-1);
    if (last !== undefined && done.standing !== undefined)
      this.#cache.replace(done.head.hash, last.hash, done.standing);
    return { outcome: 'appended', events: done.events };
  }

  async readStream<S extends JournalStream>(stream: S): Promise<readonly Recorded<EventOf<S>>[]> {
    const rows = await this.#database.read(selectStream(stream));
    return streamRows(stream, rows).map((row) => recorded<EventOf<S>>(row));
  }

  async *readAll(): AsyncGenerator<Recorded<JournalEvent>> {
    let position = 0;
    for (;;) {
      const rows = await this.#database.read(selectAfter(position, BATCH));
      for (const row of rows) {
        const event = recorded(walkedRow(row));
        yield event;
        position = event.position;
      }
      if (rows.length < BATCH) return;
    }
  }

  async position(): Promise<number> {
    return Number((await this.#database.read(selectPosition))[0]?.['last'] ?? 0);
  }

  async streamsAfter(position: number): Promise<readonly string[]> {
    return (await this.#database.read(selectStreamsAfter(position))).map((row) => String(row['stream']));
  }

  #appendIn<S extends JournalStream>(transaction: Transaction, writer: Writer, append: Append<S>): Written<S> {
    const { stream: head, journal } = heads(append.stream, transaction.all(selectHeads(append.stream))[0]);
    const moved = append.journalAt !== undefined && append.journalAt !== journal.position;
    if (moved || head.version !== append.expectedVersion) return { outcome: 'conflict', actualVersion: head.version };
    const { rows, events } = seal(append, head, journal);
    const { standing, projection } = writer.projectStream(events, {
      standing: this.#cache.get(head.hash),
      history: () => (head.version === 0 ? [] : historyOf(transaction, append.stream)),
    });
    if (writer.isTaken(transaction, events, projection, append.aloneOn))
      return { outcome: 'conflict', actualVersion: head.version };
    runAll(transaction, writer.writeEvents(writer.sql, rows));
    runAll(transaction, writer.writeProjection(writer.sql, projection));
    transaction.run(closeJournal);
    return { outcome: 'appended', events, head, standing };
  }
}

function historyOf(transaction: Transaction, stream: string): readonly Recorded<JournalEvent>[] {
  return streamRows(stream, transaction.all(selectStream(stream))).map((row) => recorded(row));
}

/**
 * Kysely takes about as long to load as Node itself to start, and what events lead to a third of that: only what writes waits for them.
 */
async function loadWriter(): Promise<Writer> {
  const [{ sqlBuilder }, events, readModels, { projectStream }, { isTaken }] = await Promise.all([
    import('../sqlite/builder.js'),
    import('./write.js'),
    import('../read-models/write.js'),
    import('../read-models/project-stream.js'),
    import('./taken.js'),
  ]);
  const { writeEvents } = events;
  const { writeProjection } = readModels;
  return { sql: sqlBuilder(), writeEvents, writeProjection, projectStream, isTaken };
}

function runAll(transaction: Transaction, statements: readonly Statement[]): void {
  for (const statement of statements) transaction.run(statement);
}
