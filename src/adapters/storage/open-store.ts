import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreUnavailable, type Store } from '../../application/ports/store.js';
import { exists, isMissing } from './blobs/file-blobs.js';
import { Opening } from './opening.js';
import { sqliteStore } from './sqlite-store.js';
import { loadDriver, type DriverName } from './sqlite/driver.js';
import { translate, unavailable } from './sqlite/errors.js';

export interface OpenStoreOptions {
  /** Holds `countersign.db` and `blobs/`. */
  readonly directory: string;
  /**
   * Default true. False: a store that does not exist answers as an empty one, refuses writes, and no file is made; one on a full
   * disk answers from its file alone.
   */
  readonly create?: boolean;
  /** Default: Node's own SQLite where there is one, else better-sqlite3. */
  readonly driver?: DriverName;
  /** How long to try for a lock before `locked` is thrown, in milliseconds. Default 30,000. */
  readonly lockBudgetMs?: number;
}

/** Beyond what a disk takes that others keep busy: eight processes on one saw it stand still for 12 s. */
const LOCK_BUDGET_MS = 30_000;

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
  const opening = new Opening(file, driver, {
    lockBudgetMs: options.lockBudgetMs ?? LOCK_BUDGET_MS,
    onlyReads: !create,
  });
  const { database, standsStill } = await opening.database();
  const openReader = (other = file) => opening.reader(other);
  return sqliteStore({ directory, database, driver, openReader, standsStill });
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
