/** What a column can hold. */
export type SqlValue = string | number | bigint | null | Uint8Array;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** SQL with its parameters, made by hand or compiled by kysely; what a dialect would have to rewrite. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The seam between the two drivers. Synchronous: inside a transaction nothing but database calls can happen. */
export interface Connection {
  all(statement: Statement): readonly SqlRow[];
  /** Number of changed rows. */
  run(statement: Statement): number;
  close(): void;
}

export type Access = 'write' | 'read' | 'immutable';

/** Opens `file`; throws what the driver throws. `immutable` promises that nobody writes and needs no files beside it. */
export type OpenConnection = (file: string, access: Access) => Connection;

/** SQL text without parameters. */
export function statement(sql: string, ...parameters: readonly SqlValue[]): Statement {
  return { sql, parameters };
}
