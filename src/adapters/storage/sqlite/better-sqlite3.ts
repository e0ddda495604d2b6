import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Access, Connection, SqlRow, Statement } from './connection.js';
import { StatementCache } from './statement-cache.js';

/** Opens through the native package `better-sqlite3`. */
export function openBetterSqlite3(file: string, access: Access): Connection {
  const database = access === 'immutable' ? openCopy(file) : new Database(file, { readonly: access === 'read' });
  const statements = new StatementCache((sql) => database.prepare<unknown[], SqlRow>(sql));
  return {
    all: (query: Statement) => {
      const prepared = statements.get(query.sql);
      if (prepared.reader) return prepared.all(...query.parameters);
      prepared.run(...query.parameters);
      return [];
    },
    run: (query: Statement) => {
      const prepared = statements.get(query.sql);
      if (!prepared.reader) return prepared.run(...query.parameters).changes;
      prepared.all(...query.parameters);
      return 0;
    },
    close: () => {
      database.close();
    },
  };
}

/** Write and read version in the header of a database file: 1 is a rollback journal, 2 is a write-ahead log. */
const VERSION_BYTES = [18, 19] as const;

/** The package takes no URI and so no `immutable`: a copy in memory, which needs no log, serves. It refuses writes. */
function openCopy(file: string): Database.Database {
  const bytes = readFileSync(file);
  for (const index of VERSION_BYTES) bytes[index] = 1;
  const database = new Database(bytes);
  database.pragma('query_only = on');
  return database;
}
