import { JOURNAL } from '../journal/read.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';
import type { Transaction } from '../sqlite/database.js';
import type { ReadModelTable } from './write.js';

/** Where what is learned, remembered and counted stands beside the journal: a write to one of them by nobody but an append goes unmarked. */
export const learnedTables = [
  'reviews',
  'review_revisions',
  'findings',
  'dispositions',
  'agents',
  'person_decisions',
  'review_metrics',
  'objections',
  'pattern_evidence',
  'judged_opinions',
  'analytics_counts',
  'settled_content',
] as const satisfies readonly ReadModelTable[];

/** The tables that were written past the journal or found wrong, and those of which nobody would see it: one that lost a trigger. */
export const selectLearnedDamage: Statement = statement(
  `select damaged from learned_damage
   union
   select learned.value from json_each('${JSON.stringify(learnedTables)}') as learned
   where (select count(*) from sqlite_schema
          where type = 'trigger' and tbl_name = learned.value and name glob 'learned_*') <> 3
   order by 1`,
);

export function damagedTable(row: SqlRow): string {
  return String(row['damaged']);
}

export function markDamage(table: string): Statement {
  return statement('insert or ignore into learned_damage values (?)', table);
}

export const forgetDamage: Statement = statement('delete from learned_damage');

/** Last in the transaction of an append, whose events left the end of the journal negated (`writeEvents`). */
export const closeJournal: Statement = statement(
  `update streams set last = -last where stream = '${JOURNAL}' and last < 0`,
);

const openJournal = statement(`update streams set last = -last where stream = '${JOURNAL}' and last > 0`);

/** Writes to the tables as an append does: without a mark. */
export function unmarked<T>(transaction: Transaction, write: () => T): T {
  transaction.run(openJournal);
  try {
    return write();
  } finally {
    transaction.run(closeJournal);
  }
}
