import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreUnavailable } from '../../application/ports/store.js';
import { syncDirectory } from '../durable-file/sync-directory.js';
import { isMissing } from './blobs/file-blobs.js';
import { currentSchema, schemaVersion } from './migrations/schema-version.js';
import { statement, type Access } from './sqlite/connection.js';
import { SqliteDatabase } from './sqlite/database.js';
import type { Driver } from './sqlite/driver.js';
import { hasNoRoomForIndex, needsFileBeside, translate, unavailable } from './sqlite/errors.js';

/**
 * Of a store that is made now; another keeps what it has. Most pages that an append writes hold one small row more, so half
 * of SQLite's default writes nearly half the bytes; a quarter makes long texts slower than it makes short ones faster.
 */
const PAGE_BYTES = 2048;

export interface OpeningOptions {
  /** How long to try for a lock before `locked` is thrown, in milliseconds. */
  readonly lockBudgetMs: number;
  /** Whoever only reads is answered on a full disk too; a writer is told that it is full. */
  readonly onlyReads: boolean;
}

export interface Opened {
  readonly database: SqliteDatabase;
  /** See `Store.standsStill`. */
  readonly standsStill: boolean;
}

interface Connected {
  readonly database: SqliteDatabase;
  /** What was possible. */
  readonly access: Access;
  readonly version: number;
}

/** Opens the file of a store with as much access as there is. */
export class Opening {
  readonly #file: string;
  readonly #driver: Driver;
  readonly #options: OpeningOptions;

  constructor(file: string, driver: Driver, options: OpeningOptions) {
    this.#file = file;
    this.#driver = driver;
    this.#options = options;
  }

  /** The connection of the store, with the schema up to date. */
  async database(): Promise<Opened> {
    const { database, version, access } = await this.#connect(this.#file, 'write');
    try {
      if (access === 'write') await this.#prepare(database, version);
      else if (version !== currentSchema) {
        const detail = `its schema ${version} would have to be brought up to date`;
        throw unavailable('read_only', this.#file, undefined, detail);
      }
      return { database, standsStill: access === 'immutable' };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** One more connection, which cannot write. */
  async reader(file: string): Promise<SqliteDatabase> {
    return (await this.#connect(file, 'read')).database;
  }

  async #connect(file: string, access: Access): Promise<Connected> {
    try {
      return await this.#connectBy(file, access);
    } catch (error) {
      if (access === 'immutable') throw error;
      const cause = causeOf(error);
      if (hasNoRoomForIndex(cause) && (access === 'read' || this.#options.onlyReads)) {
        await this.#moveLogIntoFile(file);
      } else if (!needsFileBeside(cause)) throw error;
      else if (access === 'write') return this.#connect(file, 'read');
      if (await hasUnwrittenLog(file)) throw error;
      // Nothing can be made beside the file and nothing waits there, so the file alone is the whole store.
      return this.#connect(file, 'immutable');
    }
  }

  /**
   * What a killed process left in the log is read through an index on disk, for which there is no room. Whoever has the file for
   * itself alone needs none (https://www.sqlite.org/wal.html#noshm), and moving the log into the file frees its room.
   */
  async #moveLogIntoFile(file: string): Promise<void> {
    if (!(await hasUnwrittenLog(file))) return;
    const database = this.#open(file, 'write');
    try {
      await database.read(statement('pragma locking_mode = exclusive'));
      await database.configure();
      await database.read(statement('pragma wal_checkpoint(truncate)'));
    } catch (error) {
      // It stays where it is, and whoever called says that the disk is full.
      if (!(error instanceof StoreUnavailable)) throw error;
    } finally {
      database.close();
    }
  }

  async #connectBy(file: string, access: Access): Promise<Connected> {
    const database = this.#open(file, access);
    try {
      await database.configure();
      return { database, access, version: await schemaVersion(database, file) };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  #open(file: string, wanted: Access): SqliteDatabase {
    try {
      const connection = this.#driver.open(file, wanted);
      return new SqliteDatabase(connection, {
        path: file,
        lockBudgetMs: this.#options.lockBudgetMs,
        random: Math.random,
      });
    } catch (error) {
      throw translate(error, file);
    }
  }

  /** Costs one read of the first page when everything is as it should be. */
  async #prepare(database: SqliteDatabase, version: number): Promise<void> {
    if (version === 0) await database.read(statement(`pragma page_size = ${PAGE_BYTES}`));
    await database.read(statement('pragma journal_mode = wal'));
    if (version === currentSchema) return;
    const { migrate } = await import('./migrations/migrate.js');
    await migrate(database, this.#file);
    const directory = dirname(this.#file);
    await mkdir(join(directory, 'blobs'), { recursive: true });
    await syncDirectory(directory);
  }
}

async function hasUnwrittenLog(file: string): Promise<boolean> {
  try {
    return (await stat(`${file}-wal`)).size > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof StoreUnavailable ? error.cause : error;
}
