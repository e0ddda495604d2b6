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
  write<T>(body: (transaction: Transaction) => T): Promise<T> {
    return this.#transaction('begin immediate', body);
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
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error)) throw translate(error, path);
        const waited = performance.now() - start;
        if (waited >= lockBudgetMs) throw unavailable('locked', path, error, `waited ${Math.round(waited)} ms`);
      }
      await delay(1 + random() * LONGEST_PAUSE_MS);
    }
  }
}
