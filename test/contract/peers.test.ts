import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { MemoryStore } from '../../src/adapters/storage/memory/memory-store.js';
import { peerContract } from './peers.js';
import { sqliteStoreUnderTest, temporaryDirectory, whyNot } from './sqlite-store-under-test.js';

peerContract('memory', async () => {
  const store = new MemoryStore();
  const directory = await temporaryDirectory();
  return {
    store,
    reopen: () => Promise.resolve(store),
    backupFile: join(directory, 'backup.jsonl'),
    cleanUp: () => rm(directory, { recursive: true, force: true }),
  };
});

for (const driver of ['better-sqlite3', 'node:sqlite'] as const) {
  const reason = await whyNot(driver);
  if (reason === undefined) peerContract(driver, () => sqliteStoreUnderTest(driver));
  else describe.skip(`store contract, reviews among peers: ${driver} (${reason})`, () => it.skip(reason));
}
