import { statement } from '../sqlite/connection.js';
import type { SqliteDatabase } from '../sqlite/database.js';
import { unavailable } from '../sqlite/errors.js';

/** The number of steps there are: told beside them, so that a store that is up to date is opened without loading them. */
export const currentSchema = 30;

/** Schema version of an opened store, 0 for an empty file. Throws `newer_schema` when this program is too old for it. */
export async function schemaVersion(database: SqliteDatabase, path: string): Promise<number> {
  const [row] = await database.read(statement('pragma user_version'));
  return known(Number(row?.['user_version']), path);
}

/** The version, where this program knows it; throws `newer_schema` where it does not. */
export function known(version: number, path: string): number {
  if (version <= currentSchema) return version;
  const detail = `schema ${version}, this version knows ${currentSchema}`;
  throw unavailable('newer_schema', path, undefined, detail);
}
