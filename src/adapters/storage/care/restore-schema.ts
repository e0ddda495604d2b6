import { steps } from '../migrations/migrate.js';
import { readModelTables } from '../read-models/write.js';
import { statement, type OpenConnection, type SqlRow } from '../sqlite/connection.js';
import type { Transaction } from '../sqlite/database.js';

/** Tables come before what stands on them; SQLite makes the indexes of keys by itself. */
const selectObjects = statement(
  `select type, name, tbl_name, sql from sqlite_schema
   where sql is not null order by type = 'trigger', type = 'index', name`,
);

/** Tables that follow from the journal, and the one that says which of them no longer do. */
const restorable: ReadonlySet<string> = new Set([...readModelTables, 'learned_damage']);

/** Makes what is missing of the read models anew, empty, and their indexes and triggers where they are missing or others. */
export function restoreSchema(transaction: Transaction, open: OpenConnection): void {
  const found = new Map(transaction.all(selectObjects).map((row) => [named(row), String(row['sql'])]));
  for (const row of objectsOf(open)) {
    const [type, sql] = [String(row['type']), String(row['sql'])];
    const there = found.get(named(row));
    if (!restorable.has(String(row['tbl_name'])) || there === sql || (type === 'table' && there !== undefined))
      continue;
    if (there !== undefined) transaction.run(statement(`drop ${named(row)}`));
    transaction.run(statement(sql));
  }
}

/** What the migrations make, in an empty database in memory. */
function objectsOf(open: OpenConnection): readonly SqlRow[] {
  const connection = open(':memory:', 'write');
  try {
    for (const sql of steps.flat()) connection.run(statement(sql));
    return connection.all(selectObjects);
  } finally {
    connection.close();
  }
}

function named(row: SqlRow): string {
  return `${String(row['type'])} ${String(row['name'])}`;
}
