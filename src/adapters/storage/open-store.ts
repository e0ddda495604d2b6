import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreUnavailable, type Store } from '../../application/ports/store.js';
import { exists, isMissing, syncDirectory } from './blobs/file-blobs.js';
import { currentSchema, schemaVersion } from './migrations/schema-version.js';
import { sqliteStore } from './sqlite-store.js';
import { statement, type Access } from './sqlite/connection.js';
import { SqliteDatabase } from './sqlite/database.js';
import { loadDriver, type Driver, type DriverName } from './sqlite/driver.js';
import { needsFileBeside, translate, unavailable } from './sqlite/errors.js';

export interface OpenStoreOptions {
  /** Holds `countersign.db` and `blobs/`. */
  readonly directory: string;
  /** Default true. False: a store that does not exist answers as an empty one, refuses writes, and no file is made. */
  readonly create?: boolean;
  /** Default: Node's own SQLite where there is one, else better-sqlite3. */
  readonly driver?: DriverName;
  /** How long to try for a lock before `locked` is thrown, in milliseconds. Default 30,000. */
  readonly lockBudgetMs?: number;
}

/** Beyond what a disk takes that others keep busy: eight processes on one saw it stand still for 12 s. */
const LOCK_BUDGET_MS = 30_000;

/**
 * Of a store that is made now; another keeps what it has. Most pages that an append writes hold one small row more, so half
 * of SQLite's default writes nearly half the bytes; a quarter makes long texts slower than it makes short ones faster.
 */
const PAGE_BYTES = 2048;

/**
 * Opens the store in a directory. Where the directory cannot be written, questions are answered and writes throw
 * `read_only`. Throws `StoreUnavailable`.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const { directory, create = true } = options;
  const file = join(directory, 'countersign.db');
  if (!(await isThere(file))) {
    if (!create) return absentStore(directory);
    await makeRoom(directory);
  }
  const driver = await loadDriver(options.driver);
  const opening = new Opening(file, driver, options.lockBudgetMs ?? LOCK_BUDGET_MS);
  const database = await opening.database();
  const openReader = (other = file) => opening.reader(other);
  return sqliteStore({ directory, database, driver, openReader });
}

/** Whether a directory holds a store. Throws `StoreUnavailable` where something else stands in its place. */
export function hasStore(directory: string): Promise<boolean> {
  return isThere(join(directory, 'countersign.db'));
}

/** True when the database is there; throws when something else stands in its place, or when it was emptied or taken away. */
async function isThere(file: string): Promise<boolean> {
  try {
    // In this order: whoever makes a store makes the blobs last, so a size of 0 after that is no store being made.
    const wasComplete = await exists(join(dirname(file), 'blobs'));
    const found = await stat(file).catch(unlessMissing);
    if (found === undefined && wasComplete)
      throw unavailable('corrupt', file, undefined, 'it is missing, blobs/ is not');
    if (found === undefined) return false;
    if (!found.isFile()) throw unavailable('unreachable', file, undefined, 'it is not a file');
    if (found.size === 0 && wasComplete) throw unavailable('corrupt', file, undefined, 'the file is empty');
    return true;
  } catch (error) {
    throw translate(error, file);
  }
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

async function makeRoom(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await access(directory, constants.W_OK);
  } catch (error) {
    const cause = isMissing(error) ? ((await obstacleAbove(directory)) ?? error) : error;
    const translated = translate(cause, directory);
    throw translated instanceof StoreUnavailable ? translated : unavailable('unreachable', directory, cause);
  }
}

/** Of a file system that is mounted read-only a recursive `mkdir` says that the directory is missing; what is above it says why. */
async function obstacleAbove(directory: string): Promise<unknown> {
  const above = dirname(directory);
  try {
    await access(above, constants.W_OK);
    return undefined;
  } catch (error) {
    return isMissing(error) && above !== directory ? obstacleAbove(above) : error;
  }
}

async function absentStore(directory: string): Promise<Store> {
  const { emptyStore } = await import('./memory/empty-store.js');
  return emptyStore(directory);
}

interface Connected {
  readonly database: SqliteDatabase;
  /** What was possible. */
  readonly access: Access;
  readonly version: number;
}

class Opening {
  readonly #file: string;
  readonly #driver: Driver;
  readonly #lockBudgetMs: number;

  constructor(file: string, driver: Driver, lockBudgetMs: number) {
    this.#file = file;
    this.#driver = driver;
    this.#lockBudgetMs = lockBudgetMs;
  }

  /** The connection of the store, with the schema up to date. */
  async database(): Promise<SqliteDatabase> {
    const { database, version, access } = await this.#connect(this.#file, 'write');
    try {
      if (access === 'write') await this.#prepare(database, version);
      else if (version !== currentSchema) {
        const detail = `its schema ${version} would have to be brought up to date`;
        throw unavailable('read_only', this.#file, undefined, detail);
      }
      return database;
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
      if (!needsFileBeside(causeOf(error)) || access === 'immutable') throw error;
      if (access === 'write') return this.#connect(file, 'read');
      if (await hasUnwrittenLog(file)) throw error;
      // Nothing can be made beside the file and nothing waits there, so the file alone is the whole store.
      return this.#connect(file, 'immutable');
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
      return new SqliteDatabase(connection, { path: file, lockBudgetMs: this.#lockBudgetMs, random: Math.random });
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
