import type { Kysely } from 'kysely';
import type { Tables } from '../schema.js';
import { compiledOnce, valuesOf } from '../sqlite/compiled-once.js';
import type { Statement } from '../sqlite/connection.js';
import type { EventRow } from './hash-chain.js';
import { JOURNAL } from './read.js';

/** Eleven parameters each; far fewer than one statement takes. */
const ROWS_AT_ONCE = 100;

/**
 * Statements that add sealed events of one stream to the journal and move the heads of both. That of the journal stands negated until
 * `closeJournal`: so long the tables take what is learned without a mark.
 */
export function writeEvents(sql: Kysely<Tables>, rows: readonly EventRow[]): readonly Statement[] {
  const last = rows.at(-1);
  if (last === undefined) return [];
  return [...insertEvents(sql, rows), moveHeads(sql, last)];
}

/** An append holds a few events: they are one statement. */
function insertEvents(sql: Kysely<Tables>, rows: readonly EventRow[]): readonly Statement[] {
  if (rows.length > ROWS_AT_ONCE) {
    return [...insertEvents(sql, rows.slice(0, ROWS_AT_ONCE)), ...insertEvents(sql, rows.slice(ROWS_AT_ONCE))];
  }
  return [
    compiledOnce(
      sql,
      `events ${rows.length}`,
      valuesOf(rows),
      () => sql.insertInto('events').values(rows).compile().sql,
    ),
  ];
}

function moveHeads(sql: Kysely<Tables>, { stream, position: last }: EventRow): Statement {
  const rows = [
    { stream, last },
    { stream: JOURNAL, last: -last },
  ];
  return compiledOnce(sql, 'streams', valuesOf(rows), () => {
    const insert = sql.insertInto('streams').values(rows);
    const moved = insert.onConflict((conflict) =>
      conflict.column('stream').doUpdateSet((row) => ({ last: row.ref('excluded.last') })),
    );
    return moved.compile().sql;
  });
}
