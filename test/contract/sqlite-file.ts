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
