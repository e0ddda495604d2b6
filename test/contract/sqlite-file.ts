import { join } from 'node:path';
import { statement, type Connection, type SqlValue } from '../../src/adapters/storage/sqlite/connection.js';
import { loadDriver } from '../../src/adapters/storage/sqlite/driver.js';

/** Another program's hand on the database file of a store. */
export async function openFile(directory: string): Promise<Connection> {
  return (await loadDriver()).open(join(directory, 'countersign.db'), 'write');
}

/** Runs one statement on the file behind the back of the store. */
export async function tamper(directory: string, sql: string, ...parameters: readonly SqlValue[]): Promise<number> {
  const connection = await openFile(directory);
  try {
    return connection.run(statement(sql, ...parameters));
  } finally {
    connection.close();
  }
}

/** Runs one statement as a disk alters a row: no trigger leaves a mark. */
export async function alterUnseen(directory: string, sql: string): Promise<void> {
  const connection = await openFile(directory);
  // The triggers are silent while the end of the journal stands negated (decision 2).
  const negated = `update streams set last = -last where stream = '~'`;
  try {
    for (const step of ['begin', negated, sql, negated, 'commit']) connection.run(statement(step));
  } finally {
    connection.close();
  }
}
