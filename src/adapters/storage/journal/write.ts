import type { Kysely } from 'kysely';
import type { Tables } from '../schema.js';
import { compiledOnce } from '../sqlite/compiled-once.js';
import type { Statement } from '../sqlite/connection.js';
import type { EventRow } from './hash-chain.js';

/** Statements that add sealed events of one stream to the journal and move both heads. */
export function writeEvents(sql: Kysely<Tables>, rows: readonly EventRow[]): readonly Statement[] {
  const last = rows.at(-1);
  if (last === undefined) return [];
  const { stream, version, hash, position, chain } = last;
  return [
    ...rows.map((row) => compiledOnce(sql, 'events', [row], () => sql.insertInto('events').values(row).compile().sql)),
    moveStreamHead(sql, { stream, version, hash }),
    moveJournalHead(sql, { id: 1, position, chain }),
  ];
}

function moveStreamHead(sql: Kysely<Tables>, head: Tables['streams']): Statement {
  return compiledOnce(sql, 'streams', [head], () => {
    const insert = sql.insertInto('streams').values(head);
    const moved = insert.onConflict((conflict) =>
      conflict
        .column('stream')
        .doUpdateSet((row) => ({ version: row.ref('excluded.version'), hash: row.ref('excluded.hash') })),
    );
    return moved.compile().sql;
  });
}

function moveJournalHead(sql: Kysely<Tables>, head: Tables['journal_head']): Statement {
  return compiledOnce(sql, 'journal_head', [head], () => {
    const insert = sql.insertInto('journal_head').values(head);
    const moved = insert.onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({ position: row.ref('excluded.position'), chain: row.ref('excluded.chain') })),
    );
    return moved.compile().sql;
  });
}
