import type { Kysely } from 'kysely';
import type { Tables } from '../schema.js';
import type { Statement } from './connection.js';

const texts = new WeakMap<Kysely<Tables>, Map<string, string>>();

/**
 * A statement whose text depends on `shape` alone and is compiled once for each builder. The text must refer to each of the
 * parameters once, in their order, and to nothing else.
 */
export function compiledOnce(
  builder: Kysely<Tables>,
  shape: string,
  parameters: readonly unknown[],
  compile: () => string,
): Statement {
  let known = texts.get(builder);
  if (known === undefined) texts.set(builder, (known = new Map<string, string>()));
  let sql = known.get(shape);
  if (sql === undefined) known.set(shape, (sql = compile()));
  return { sql, parameters };
}

/** The values of rows of one shape, one row after the other, as an insert of them takes them. */
export function valuesOf(rows: readonly object[]): readonly unknown[] {
  const [first] = rows;
  if (first === undefined || rows.length === 1) return Object.values(first ?? {});
  return rows.flatMap((row): unknown[] => Object.values(row));
}
