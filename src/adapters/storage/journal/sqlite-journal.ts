import type { Kysely } from 'kysely';
import type { Append, Appended, Journal } from '../../../application/ports/store.js';
import { fold } from '../../../domain/lifecycle/evolve.js';
import type { Recorded, ReviewStream } from '../../../domain/model/event.js';
import type { Review } from '../../../domain/model/review.js';
import type { writeProjection } from '../read-models/write.js';
import { project } from '../read-models/projection.js';
import type { Tables } from '../schema.js';
import type { Statement } from '../sqlite/connection.js';
import type { SqliteDatabase, Transaction } from '../sqlite/database.js';
import {
  eventRow,
  journalHead,
  selectAfter,
  selectJournalHead,
  selectStream,
  selectStreamHead,
  streamHead,
} from './read.js';
import { ReviewCache } from './review-cache.js';
import type { writeEvents } from './write.js';
import { recorded, seal, type StreamHead } from './seal.js';

/** Events read at once by a walk along the journal. */
const BATCH = 100;

interface Writer {
  readonly sql: Kysely<Tables>;
  readonly writeEvents: typeof writeEvents;
  readonly writeProjection: typeof writeProjection;
}

/** The journal in SQLite, with the read models that every append brings up to date. */
export class SqliteJournal implements Journal {
  readonly #database: SqliteDatabase;
  readonly #cache = new ReviewCache();
  #writer: Promise<Writer> | undefined;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async append(append: Append): Promise<Appended> {
    const writer = await (this.#writer ??= loadWriter());
    const done = await this.#database.write((transaction) => this.#appendIn(transaction, writer, append));
    if (done.outcome === 'conflict') return done;
    const last = done.events.at(-1);
    if (last !== undefined && done.review !== undefined) this.#cache.replace(done.head.hash, last.hash, done.review);
    return { outcome: 'appended', events: done.events };
  }

  async readStream(stream: ReviewStream): Promise<readonly Recorded[]> {
    return (await this.#database.read(selectStream(stream))).map(eventRow).map(recorded);
  }

  async *readAll(): AsyncGenerator<Recorded> {
    let position = 0;
    for (;;) {
      const rows = await this.#database.read(selectAfter(position, BATCH));
      for (const row of rows.map(eventRow)) {
        yield recorded(row);
        position = row.position;
      }
      if (rows.length < BATCH) return;
    }
  }

  #appendIn(transaction: Transaction, writer: Writer, append: Append) {
    const head = streamHead(transaction.all(selectStreamHead(append.stream))[0]);
    if (head.version !== append.expectedVersion) return { outcome: 'conflict', actualVersion: head.version } as const;
    const before = this.#stateAt(transaction, append.stream, head);
    const rows = seal(append, head, journalHead(transaction.all(selectJournalHead)[0]));
    const events = rows.map(recorded);
    const { review, projection } = project(before, events);
    runAll(transaction, writer.writeEvents(writer.sql, rows));
    runAll(transaction, writer.writeProjection(writer.sql, projection));
    return { outcome: 'appended', events, head, review } as const;
  }

  #stateAt(transaction: Transaction, stream: string, head: StreamHead): Review | undefined {
    if (head.version === 0) return undefined;
    return this.#cache.get(head.hash) ?? fold(transaction.all(selectStream(stream)).map(eventRow).map(recorded));
  }
}

/** Kysely takes about as long to load as Node itself to start: only what writes waits for it. */
async function loadWriter(): Promise<Writer> {
  const [{ sqlBuilder }, events, readModels] = await Promise.all([
    import('../sqlite/builder.js'),
    import('./write.js'),
    import('../read-models/write.js'),
  ]);
  return { sql: sqlBuilder(), writeEvents: events.writeEvents, writeProjection: readModels.writeProjection };
}

function runAll(transaction: Transaction, statements: readonly Statement[]): void {
  for (const statement of statements) transaction.run(statement);
}
