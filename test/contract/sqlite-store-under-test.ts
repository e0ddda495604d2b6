import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { hasNodeSqlite, loadDriver, type DriverName } from '../../src/adapters/storage/sqlite/driver.js';
import type { Store } from '../../src/application/ports/store.js';
import { reachable } from './ordinary-user.js';
import type { StoreUnderTest } from './store.js';

/** Why a driver cannot be tested on this Node, undefined when it can. */
export async function whyNot(driver: DriverName): Promise<string | undefined> {
  if (driver === 'node:sqlite' && !hasNodeSqlite()) return `Node ${process.versions.node} has no node:sqlite`;
  try {
    (await loadDriver(driver)).open(':memory:', 'write').close();
    return undefined;
  } catch (error) {
    return `${driver} does not run on Node ${process.versions.node}: ${String(error)}`;
  }
}

export async function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'countersign-store-'));
}

export async function sqliteStoreUnderTest(
  driver?: DriverName,
): Promise<StoreUnderTest & { readonly directory: string }> {
  const parent = await temporaryDirectory();
  await reachable(parent);
  const directory = join(parent, 'store');
  const opened: Store[] = [];
  const open = async () => {
    const store = await openStore(driver === undefined ? { directory } : { directory, driver });
    opened.push(store);
    return store;
  };
  return {
    directory,
    store: await open(),
    reopen: open,
    backupFile: join(parent, 'backup.db'),
    cleanUp: async () => {
      for (const store of opened) await store.close();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
