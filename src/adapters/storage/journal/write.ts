import type { Kysely } from 'kysely';
import type { Tables } from '../schema.js';
import type { Statement } from '../sqlite/connection.js';
import type { EventRow } from './hash-chain.js';

/** Statements that add sealed events of one stream to the journal and move both heads. */
export function writeEvents(sql: Kysely<Tables>, rows: readonly EventRow[]): readonly Statement[] {
  const last = rows.at(-1);
  if (last === undefined) return [];
  const { stream, version, hash, position, chain } = last;
  return [
    ...rows.map((row) => sql.insertInto('events').values(row).compile()),
    sql
      .insertInto('streams')
      .values({ stream, version, hash })
      .onConflict((conflict) => conflict.column('stream').doUpdateSet({ version, hash }))
      .compile(),
    sql
      .insertInto('journal_head')
      .values({ id: 1, position, chain })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ position, chain }))
      .compile(),
  ];
}
