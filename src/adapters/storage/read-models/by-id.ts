import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

/** Tables of things of which something falls due. */
type Due = 'reviews' | 'runs' | 'gates' | 'tasks';

/** Rows of a search by prefix. */
const PREFIX_MATCHES = 10;

/** In the order of their ids. Ids compare without case. */
export function selectByPrefix(table: Due | 'findings', prefix: string): Statement {
  return statement(
    `select * from ${table} where id >= ? and id < ? order by id limit ?`,
    prefix,
    afterPrefix(prefix),
    PREFIX_MATCHES,
  );
}

/** Sorts after every text that starts with `prefix`. */
function afterPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

/** What falls due by `now`, the earliest first. */
export function selectDue(table: Due, now: number, limit: number): Statement {
  return statement(
    `select id, next_due_at from ${table} where next_due_at is not null and next_due_at <= ?
     order by next_due_at limit ?`,
    now,
    limit,
  );
}

export function dueRow(row: SqlRow): { readonly id: string; readonly dueAt: number } {
  return { id: String(row['id']), dueAt: Number(row['next_due_at']) };
}
