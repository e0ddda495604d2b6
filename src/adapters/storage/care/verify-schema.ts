import { steps } from '../migrations/migrate.js';
import { statement, type OpenConnection, type SqlRow } from '../sqlite/connection.js';
import type { Transaction } from '../sqlite/database.js';

/** Objects by kind and name, each with the text that made it. */
type Schema = ReadonlyMap<string, string>;

/** Names that begin so are SQLite's own; nobody else can make one. */
const selectObjects = statement(
  `select type, name, sql from sqlite_master where name not like 'sqlite\\_%' escape '\\'`,
);

/**
 * The first object of the store that no migration made or that one made otherwise, or that is gone, in a sentence; undefined
 * when there is none. A trigger or a view can make the tables say what was never recorded. `open` is asked for an empty
 * database in memory, where the migrations make what is expected.
 */
export function foreignSchema(transaction: Transaction, open: OpenConnection): string | undefined {
  const found = schemaOf(transaction);
  const expected = expectedSchema(open);
  for (const [object, sql] of found) {
    if (!expected.has(object)) return `it holds the ${object}, which no version of Countersign made`;
    if (expected.get(object) !== sql) return `the ${object} is not as Countersign made it`;
  }
  for (const object of expected.keys()) if (!found.has(object)) return `the ${object} is missing`;
  return undefined;
}

function expectedSchema(open: OpenConnection): Schema {
  const connection = open(':memory:', 'write');
  try {
    for (const sql of steps.flat()) connection.run(statement(sql));
    return schemaOf(connection);
  } finally {
    connection.close();
  }
}

function schemaOf(transaction: Pick<Transaction, 'all'>): Schema {
  return new Map(
    transaction.all(selectObjects).map((row) => [`${text(row, 'type')} ${text(row, 'name')}`, plain(text(row, 'sql'))]),
  );
}

function text(row: SqlRow, column: string): string {
  return String(row[column] ?? '');
}

/** White space says nothing here, and a copy of a store that went through a dump has other. */
function plain(sql: string): string {
  return sql.replaceAll(/\s+/gu, ' ').replaceAll(/ ?([(),]) ?/gu, '$1');
}
