import { describe, it } from 'vitest';
import { sqliteStoreUnderTest, whyNot } from './sqlite-store-under-test.js';
import { storeContract } from './store.js';

for (const driver of ['better-sqlite3', 'node:sqlite'] as const) {
  const reason = await whyNot(driver);
  if (reason === undefined) storeContract(driver, () => sqliteStoreUnderTest(driver));
  else describe.skip(`store contract: ${driver} (${reason})`, () => it.skip(reason));
}
