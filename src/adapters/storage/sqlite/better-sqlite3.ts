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
      if (access === 'immutable' && copies(query)) copyOut(database, () => prepared.run(...query.parameters));
      else prepared.run(...query.parameters);
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

function copies({ sql }: Statement): boolean {
  return /^\s*vacuum\s+into\b/iu.test(sql);
}

/** What refuses writes refuses to be copied, too, although that changes nothing of it. */
function copyOut(database: Database.Database, copy: () => void): void {
  database.pragma('query_only = off');
  try {
    copy();
  } finally {
    database.pragma('query_only = on');
  }
}
