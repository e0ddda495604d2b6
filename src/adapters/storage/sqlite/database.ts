import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, SqlRow, Statement } from './connection.js';
import { statement } from './connection.js';
import { isBusy, translate, unavailable } from './errors.js';

/** SQLite blocks the event loop while it waits, and starves processes when it waits long: it waits this long only. */
const BUSY_TIMEOUT_MS = 20;

/** Length of the log from which it is moved into the database, which costs two more fsyncs: 8 MB of pages of 2 KB. */
const CHECKPOINT_PAGES = 4000;

/** Between attempts at the write lock; random, so that processes that collided do not collide again. */
const LONGEST_PAUSE_MS = 12;

/** The pause shrinks to a quarter for each second waited: who waits longest asks most often, so nobody waits for ever. */
const SECOND_MS = 1000;

/** So long after the lock was last found taken, others are taken to wait for it still. */
const CONTENDED_MS = 2000;

/** What can be done inside a write transaction. */
export type Transaction = Pick<Connection, 'all' | 'run'>;

export interface DatabaseOptions {
  /** Named in errors. */
  readonly path: string;
  /** How long to try for a lock before giving up, in milliseconds. */
  readonly lockBudgetMs: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** One connection, with waiting that lets the event loop run and with errors as the port names them. */
export class SqliteDatabase {
  readonly #connection: Connection;
  readonly #options: DatabaseOptions;
  #closed = false;
  #lockFoundTakenAt = -Infinity;
  #lockReleasedAt = -Infinity;

  constructor(connection: Connection, options: DatabaseOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Settings of the connection. Acknowledged means on disk (SPEC 2, rule 12), hence FULL; better-sqlite3 is built with less. */
  async configure(): Promise<void> {
    await this.read(statement(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`));
    await this.read(statement('pragma synchronous = full'));
    await this.read(statement(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`));
  }

  /** Rows of one query outside a transaction. Throws `StoreUnavailable`. */
  read(query: Statement): Promise<readonly SqlRow[]> {
    return this.#patiently(() => this.#connection.all(query));
  }

  /**
   * Runs `body` in one transaction under the write lock and returns its result once it is on disk. `body` is synchronous,
   * so that no read of this process sees half of it and the lock is held for database work only.
   */
  async write<T>(body: (transaction: Transaction) => T): Promise<T> {
    const courtesy = this.#courtesyMs();
    if (courtesy > 0) await delay(courtesy);
    try {
      return await this.#transaction('begin immediate', body);
    } finally {
      this.#lockReleasedAt = performance.now();
    }
  }

  /** Runs `body` on one unchanging view of the data, while others may write. */
  snapshot<T>(body: (transaction: Transaction) => T): Promise<T> {
    return this.#transaction('begin', body);
  }

  /** Closing twice is closing once. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      this.#connection.close();
    } catch (error) {
      throw translate(error, this.#options.path);
    }
  }

  /**
   * Who has just written and begins again at once finds the lock free, and whoever waits for it asks too late each time. So where
   * the lock was lately found taken, a writer leaves it alone for as long as a waiter pauses at most, in milliseconds.
   */
  #courtesyMs(): number {
    const now = performance.now();
    if (now - this.#lockFoundTakenAt > CONTENDED_MS) return 0;
    return Math.max(0, this.#lockReleasedAt + LONGEST_PAUSE_MS - now);
  }

  /** From begin to commit without a pause: no other work of this process can come between. */
  #transaction<T>(begin: string, body: (transaction: Transaction) => T): Promise<T> {
    return this.#patiently(() => {
      this.#connection.run(statement(begin));
      try {
        const result = body(this.#connection);
        this.#connection.run(statement('commit'));
        return result;
      } catch (error) {
        this.#rollBack();
        throw error;
      }
    });
  }

  /** SQLite has already rolled back by itself after some errors; then there is nothing left to do. */
  #rollBack(): void {
    try {
      this.#connection.run(statement('rollback'));
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    }
  }

  async #patiently<T>(attempt: () => T): Promise<T> {
    const { lockBudgetMs, path, random } = this.#options;
    const start = performance.now();
    for (;;) {
      // Also while it waited for a lock: what was not written is to be handed in again, and no driver's words are for a user.
      if (this.#closed) throw unavailable('unreachable', path, undefined, 'this process has closed it already');
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error)) throw translate(error, path);
        this.#lockFoundTakenAt = performance.now();
        const waited = this.#lockFoundTakenAt - start;
        if (waited >= lockBudgetMs) throw unavailable('locked', path, error, `waited ${Math.round(waited)} ms`);
        await delay(1 + random() * LONGEST_PAUSE_MS * 4 ** (-waited / SECOND_MS));
      }
    }
  }
}
