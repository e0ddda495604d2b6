import type { ExpressionBuilder, Kysely } from 'kysely';
import { compiledOnce } from '../sqlite/compiled-once.js';
import type { Statement } from '../sqlite/connection.js';
import type { ReadModelTables, Tables } from '../schema.js';
import type { Projection } from './projection.js';

/** What makes a row of a table unique. */
export const keys = {
  reviews: ['id'],
  review_revisions: ['review_id', 'revision_number'],
  opinions: ['review_id', 'version'],
  findings: ['review_id', 'ordinal'],
  dispositions: ['fingerprint', 'content'],
  agents: ['name'],
  notifications: ['position'],
} as const satisfies { readonly [T in keyof ReadModelTables]: readonly (keyof ReadModelTables[T])[] };

export type ReadModelTable = keyof typeof keys;

export const readModelTables = Object.keys(keys) as readonly ReadModelTable[];

/** Bound by the number of parameters that SQLite takes in one statement (32,766) and PostgreSQL (65,535). */
const ROWS_AT_ONCE = 500;

/** Statements that bring the read models up to a projection, in order. */
export function writeProjection(sql: Kysely<Tables>, projection: Projection): readonly Statement[] {
  const statements = readModelTables.flatMap((table) => upsert(sql, table, projection[table]));
  const end = projection.findingsEnd;
  if (end === undefined) return statements;
  const gone = sql
    .deleteFrom('findings')
    .where('review_id', '=', end.reviewId)
    .where('ordinal', '>=', end.ordinal)
    .compile();
  return [...statements, gone];
}

function upsert(sql: Kysely<Tables>, table: ReadModelTable, rows: readonly object[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const batch = rows.slice(start, start + ROWS_AT_ONCE).map(withoutNul);
    statements.push(compiledOnce(sql, `${table} ${batch.length}`, batch, () => upsertText(sql, table, batch)));
  }
  return statements;
}

function upsertText(sql: Kysely<Tables>, table: ReadModelTable, batch: readonly object[]): string {
  return anyTable(sql)
    .insertInto(table)
    .values(batch.map((row) => ({ ...row })))
    .onConflict((conflict) => {
      const update = conflict.columns([...keys[table]]).doUpdateSet((row) => newValues(row, table, batch[0]));
      if (table !== 'dispositions') return update;
      // A rebuild comes by the reviews in another order than the journal.
      return update.where((row) => row('excluded.position', '>', row.ref('dispositions.position')));
    })
    .compile().sql;
}

/** Some drivers end a text at a NUL; the journal, where it stands escaped, keeps it. */
function withoutNul(row: object): object {
  if (!Object.values(row).some(hasNul)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      hasNul(value) ? value.replaceAll('\0', '\ufffd') : value,
    ]),
  );
}

function hasNul(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\0');
}

function newValues(row: ExpressionBuilder<AnyTables, string>, table: ReadModelTable, example: object = {}) {
  const key: readonly string[] = keys[table];
  const columns = Object.keys(example).filter((column) => !key.includes(column));
  return Object.fromEntries(columns.map((column) => [column, row.ref(`excluded.${column}`)]));
}

type AnyTables = Record<string, Record<string, unknown>>;

/** The columns of a table chosen at run time: `Projection` has already said that the rows are of that table. */
function anyTable(sql: Kysely<Tables>): Kysely<AnyTables> {
  return sql as unknown as Kysely<AnyTables>;
}
