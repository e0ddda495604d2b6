import { StoreUnavailable } from '../../../application/ports/store.js';
import type { OpenConnection } from './connection.js';

export type DriverName = 'better-sqlite3' | 'node:sqlite';

export interface Driver {
  readonly name: DriverName;
  readonly open: OpenConnection;
}

/** First Node whose `node:sqlite` works without a flag. */
const NODE_SQLITE_SINCE = [22, 13] as const;

/** True when this Node has a usable `node:sqlite`. */
export function hasNodeSqlite(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [sinceMajor, sinceMinor] = NODE_SQLITE_SINCE;
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
}

/** Node's own SQLite where it is, else the optional package. Throws `StoreUnavailable` when there is neither. */
export async function loadDriver(wanted?: DriverName): Promise<Driver> {
  const name = wanted ?? (hasNodeSqlite() ? 'node:sqlite' : 'better-sqlite3');
  try {
    if (name === 'node:sqlite') return { name, open: (await import('./node-sqlite.js')).loadNodeSqlite() };
    return { name, open: (await import('./better-sqlite3.js')).openBetterSqlite3 };
  } catch (error) {
    throw new StoreUnavailable(
      'unreachable',
      `The SQLite driver ${name} does not load on Node ${process.versions.node}.`,
      name === 'better-sqlite3'
        ? 'Its install script did not run or failed, which npm does not mention of an optional package: `npm rebuild better-sqlite3` says why. It needs a prebuilt binary from GitHub, or a C++ compiler, Python and the headers of Node. Or use Node 22.13 or newer, which has SQLite built in.'
        : 'Use Node 22.13 or newer.',
      error,
    );
  }
}
