import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { MemoryStore } from '../../src/adapters/storage/memory/memory-store.js';
import { RememberedReads } from '../../src/adapters/storage/remembered-reads.js';
import { sqliteStoreUnderTest, temporaryDirectory, whyNot } from './sqlite-store-under-test.js';
import type { StoreUnderTest } from './store.js';

/** Holds the fake and the real store, through either driver, to a contract; skips a driver that is absent and says why. */
export async function onEveryStore(
  contract: (name: string, open: () => Promise<StoreUnderTest>) => void,
): Promise<void> {
  contract('memory', memoryStoreUnderTest);
  contract('memory with remembered reads', rememberingStoreUnderTest);
  for (const driver of ['better-sqlite3', 'node:sqlite'] as const) {
    const reason = await whyNot(driver);
    if (reason === undefined) contract(driver, () => sqliteStoreUnderTest(driver));
    else describe.skip(`store contract: ${driver} (${reason})`, () => it.skip(reason));
  }
}

async function memoryStoreUnderTest(): Promise<StoreUnderTest> {
  const store = new MemoryStore();
  const directory = await temporaryDirectory();
  return {
    store,
    reopen: () => Promise.resolve(store),
    backupFile: join(directory, 'backup.jsonl'),
    cleanUp: () => rm(directory, { recursive: true, force: true }),
  };
}

async function rememberingStoreUnderTest(): Promise<StoreUnderTest> {
  const { store, ...context } = await memoryStoreUnderTest();
  const reads = new RememberedReads();
  return { ...context, store: reads.during(store), reopen: () => Promise.resolve(reads.during(store)) };
}
