import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Access, Connection, OpenConnection, SqlRow, SqlValue, Statement } from './connection.js';
import { StatementCache } from './statement-cache.js';

/** The part of Node's own `node:sqlite` that is used; its types are not in those of the oldest Node supported. */
interface NodeSqlite {
  readonly DatabaseSync: new (file: string | URL, options: { readOnly: boolean }) => NodeDatabase;
}

interface NodeDatabase {
  prepare(sql: string): NodeStatement;
  close(): void;
}

interface NodeStatement {
  all(...parameters: readonly SqlValue[]): SqlRow[];
  run(...parameters: readonly SqlValue[]): { changes: number | bigint };
}

/** Loads `node:sqlite`; throws where this Node has none. */
export function loadNodeSqlite(): OpenConnection {
  const { DatabaseSync } = withoutExperimentalWarning(
    () => createRequire(import.meta.url)('node:sqlite') as NodeSqlite,
  );
  return (file, access) => open(DatabaseSync, file, access);
}

function open(DatabaseSync: NodeSqlite['DatabaseSync'], file: string, access: Access): Connection {
  const location = access === 'immutable' ? new URL(`${pathToFileURL(file).href}?immutable=1`) : file;
  const database = new DatabaseSync(location, { readOnly: access !== 'write' });
  const statements = new StatementCache((sql) => database.prepare(sql));
  return {
    all: (query: Statement) => statements.get(query.sql).all(...values(query)),
    run: (query: Statement) => Number(statements.get(query.sql).run(...values(query)).changes),
    close: () => {
      database.close();
    },
  };
}

function values(query: Statement): readonly SqlValue[] {
  return query.parameters as readonly SqlValue[];
}

/** The warning would stand on stderr of every command; the part of the module used here is covered by our own tests. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
