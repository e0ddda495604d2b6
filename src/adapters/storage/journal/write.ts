import type { Kysely } from 'kysely';
import type { Tables } from '../schema.js';
import { compiledOnce, valuesOf } from '../sqlite/compiled-once.js';
import type { Statement } from '../sqlite/connection.js';
import type { EventRow } from './hash-chain.js';

/** Ten parameters each; far fewer than one statement takes. */
const ROWS_AT_ONCE = 100;

/** Statements that add sealed events of one stream to the journal and move its head. */
export function writeEvents(sql: Kysely<Tables>, rows: readonly EventRow[]): readonly Statement[] {
  const last = rows.at(-1);
  if (last === undefined) return [];
  const { stream, version, position, chain } = last;
  return [...insertEvents(sql, rows), moveJournalHead(sql, { id: 1, position, chain, stream, version })];
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

function moveJournalHead(sql: Kysely<Tables>, head: Tables['journal_head']): Statement {
  return compiledOnce(sql, 'journal_head', valuesOf([head]), () => {
    const insert = sql.insertInto('journal_head').values(head);
    const moved = insert.onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        chain: row.ref('excluded.chain'),
        stream: row.ref('excluded.stream'),
        version: row.ref('excluded.version'),
      })),
    );
    return moved.compile().sql;
  });
}
