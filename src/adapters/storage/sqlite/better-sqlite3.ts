import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import type { Access, Connection, SqlRow, Statement } from './connection.js';
import { StatementCache } from './statement-cache.js';

/** Opens through the native package `better-sqlite3`. */
export function openBetterSqlite3(file: string, access: Access): Connection {
  const name = access === 'immutable' ? `${pathToFileURL(file).href}?immutable=1` : file;
  const database = new Database(name, { readonly: access !== 'write' });
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
