import type { ExpressionBuilder, Kysely } from 'kysely';
import { compiledOnce, valuesOf } from '../sqlite/compiled-once.js';
import type { Statement } from '../sqlite/connection.js';
import type { ReadModelTables, ReviewMetricsRecord, ReviewRecord, Tables } from '../schema.js';
import { analyticsKey, deleteEmptyCount } from './analytics-counts.js';
import { deleteJudged } from './project-judged.js';
import { deleteObjection } from './project-objections.js';
import { deleteEvidence } from './pattern-evidence.js';
import { deleteContent } from './settled-content.js';
import { PLACES, placeOf } from './place.js';
import type { Projection } from './projection.js';
import { metricsKey } from './review-metrics.js';

/** What makes a row of a table unique. */
export const keys = {
  reviews: ['number'],
  review_revisions: ['review_id', 'revision_number'],
  findings: ['place'],
  dispositions: ['fingerprint', 'content'],
  agents: ['name'],
  notifications: ['position'],
  person_decisions: ['position'],
  runs: ['id'],
  review_metrics: metricsKey,
  gates: ['id'],
  tasks: ['id'],
  objections: ['review_id', 'objection', 'mark'],
  pattern_evidence: ['creator_agent', 'action_type', 'at', 'review_number'],
  judged_opinions: ['review_number', 'ordinal'],
  analytics_counts: analyticsKey,
  settled_content: ['object', 'review_number'],
} as const satisfies { readonly [T in keyof ReadModelTables]: readonly (keyof ReadModelTables[T])[] };

export type ReadModelTable = keyof typeof keys;

export const readModelTables = Object.keys(keys) as readonly ReadModelTable[];

/** Bound by the number of parameters that SQLite takes in one statement (32,766) and PostgreSQL (65,535). */
const ROWS_AT_ONCE = 500;

/** Statements that bring the read models up to a projection, in order. */
export function writeProjection(sql: Kysely<Tables>, projection: Projection): readonly Statement[] {
  const { reviewBefore, findingsEnd } = projection;
  return readModelTables.flatMap((table) => {
    if (table === 'findings' && findingsEnd !== undefined) {
      return [deleteFindings(sql, findingsEnd), ...upsert(sql, table, projection[table])];
    }
    if (table === 'reviews' && reviewBefore !== undefined) {
      return projection.reviews.map((review) => updateReview(sql, reviewBefore, review));
    }
    if (table === 'objections')
      return [...projection.objectionsGone.map(deleteObjection), ...upsert(sql, table, projection[table])];
    if (table === 'pattern_evidence')
      return [...projection.evidenceGone.map(deleteEvidence), ...upsert(sql, table, projection[table])];
    if (table === 'settled_content')
      return [...projection.contentGone.map(deleteContent), ...upsert(sql, table, projection[table])];
    if (table === 'judged_opinions')
      return [...projection.judgedGone.map(deleteJudged), ...upsert(sql, table, projection[table])];
    if (table === 'review_metrics') return addTallies(sql, projection.review_metrics);
    if (table === 'analytics_counts') return addCounts(sql, projection.analytics_counts);
    return upsert(sql, table, projection[table]);
  });
}

/** A review that moves to another row may leave one behind that counts nothing. */
function addTallies(sql: Kysely<Tables>, rows: readonly ReviewMetricsRecord[]): readonly Statement[] {
  const left = rows.filter(({ total_reviews: reviews }) => reviews < 0);
  return [...upsert(sql, 'review_metrics', rows), ...left.map((row) => deleteEmptyTally(sql, row))];
}

function addCounts(sql: Kysely<Tables>, rows: Projection['analytics_counts']): readonly Statement[] {
  const fallen = rows.filter(({ count }) => count < 0);
  const named = fallen.map((row) => ({ ...row, name: String(stored(row.name)) }));
  return [...upsert(sql, 'analytics_counts', rows), ...named.map(deleteEmptyCount)];
}

/** Sets the columns that changed and no others: the indexes on the others are then left alone. */
function updateReview(sql: Kysely<Tables>, before: ReviewRecord, after: ReviewRecord): Statement {
  const columns = (Object.keys(after) as (keyof ReviewRecord)[]).filter((column) => before[column] !== after[column]);
  const values = columns.map((column) => stored(after[column]));
  return compiledOnce(sql, `reviews set ${columns.join()}`, [...values, after.number], () => {
    const changed = Object.fromEntries(columns.map((column) => [column, after[column]]));
    return sql.updateTable('reviews').set(changed).where('number', '=', after.number).compile().sql;
  });
}

function deleteEmptyTally(sql: Kysely<Tables>, row: ReviewMetricsRecord): Statement {
  const values = [...metricsKey.map((column) => row[column]), 0];
  return compiledOnce(sql, 'empty review_metrics', values, () => {
    const empty = metricsKey.reduce(
      (query, column) => query.where(column, '=', row[column]),
      sql.deleteFrom('review_metrics'),
    );
    return empty.where('total_reviews', '=', 0).compile().sql;
  });
}

function deleteFindings(sql: Kysely<Tables>, end: NonNullable<Projection['findingsEnd']>): Statement {
  return sql
    .deleteFrom('findings')
    .where('place', '>=', end.reviewNumber * PLACES)
    .where('place', '<=', placeOf(end.reviewNumber, end.ordinal))
    .compile();
}

function upsert(sql: Kysely<Tables>, table: ReadModelTable, rows: readonly object[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const batch = rows.slice(start, start + ROWS_AT_ONCE);
    const values = valuesOf(batch).map(stored);
    statements.push(compiledOnce(sql, `${table} ${batch.length}`, values, () => upsertText(sql, table, batch)));
  }
  return statements;
}

function upsertText(sql: Kysely<Tables>, table: ReadModelTable, batch: readonly object[]): string {
  return anyTable(sql)
    .insertInto(table)
    .values(batch.map((row) => ({ ...row })))
    .onConflict((conflict) => {
      const values = table === 'review_metrics' || table === 'analytics_counts' ? sums : newValues;
      // Nothing but a key: the row is there, or it is not.
      if (table === 'settled_content') return conflict.columns([...keys[table]]).doNothing();
      const update = conflict.columns([...keys[table]]).doUpdateSet((row) => values(row, table, batch[0]));
      if (table !== 'dispositions') return update;
      // A rebuild comes by the reviews in another order than the journal.
      return update.where((row) => row('excluded.position', '>', row.ref('dispositions.position')));
    })
    .compile().sql;
}

/** Some drivers end a text at a NUL; the journal, where it stands escaped, keeps it. */
function stored(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

function newValues(row: ExpressionBuilder<AnyTables, string>, table: ReadModelTable, example: object = {}) {
  const key: readonly string[] = keys[table];
  const columns = Object.keys(example).filter((column) => !key.includes(column));
  return Object.fromEntries(columns.map((column) => [column, row.ref(`excluded.${column}`)]));
}

function sums(row: ExpressionBuilder<AnyTables, string>, table: ReadModelTable, example: object = {}) {
  const added = Object.entries(newValues(row, table, example));
  return Object.fromEntries(added.map(([column, more]) => [column, row(`${table}.${column}`, '+', more)]));
}

type AnyTables = Record<string, Record<string, unknown>>;

/** The columns of a table chosen at run time: `Projection` has already said that the rows are of that table. */
function anyTable(sql: Kysely<Tables>): Kysely<AnyTables> {
  return sql as unknown as Kysely<AnyTables>;
}
