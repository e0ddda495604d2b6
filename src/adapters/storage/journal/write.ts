import type { Kysely } from 'kysely';
import type { Tables } from '../schema.js';
import { compiledOnce } from '../sqlite/compiled-once.js';
import type { Statement } from '../sqlite/connection.js';
import type { EventRow } from './hash-chain.js';

/** Statements that add sealed events of one stream to the journal and move its head. */
export function writeEvents(sql: Kysely<Tables>, rows: readonly EventRow[]): readonly Statement[] {
  const last = rows.at(-1);
  if (last === undefined) return [];
  const { stream, version, position, chain } = last;
  return [
    ...rows.map((row) => compiledOnce(sql, 'events', [row], () => sql.insertInto('events').values(row).compile().sql)),
    moveJournalHead(sql, { id: 1, position, chain, stream, version }),
  ];
}

function moveJournalHead(sql: Kysely<Tables>, head: Tables['journal_head']): Statement {
  return compiledOnce(sql, 'journal_head', [head], () => {
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
