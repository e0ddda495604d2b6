import type { Kysely } from 'kysely';
import type { Tables } from '../schema.js';
import type { Statement } from './connection.js';

const texts = new WeakMap<Kysely<Tables>, Map<string, string>>();

/**
 * The statement that inserts `rows`, whose text depends on `shape` alone and is compiled once for each builder. The
 * parameters are the values of the rows in their order: a text must refer to them once, as `values`, and nowhere else.
 */
export function compiledOnce(
  builder: Kysely<Tables>,
  shape: string,
  rows: readonly object[],
  compile: () => string,
): Statement {
  const known = texts.get(builder) ?? new Map<string, string>();
  texts.set(builder, known);
  const sql = known.get(shape) ?? compile();
  known.set(shape, sql);
  return { sql, parameters: rows.flatMap((row): unknown[] => Object.values(row)) };
}
