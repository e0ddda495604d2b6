import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

/** Walks the marks that are asked for, and looks each of them up. */
export function selectObjecting(marks: readonly string[]): Statement {
  return statement(
    `select distinct review_id from (
       select review_id, objection from json_each(?) as wanted cross join objections on mark = wanted.value
       group by review_id, objection having count(*) >= min(enough))
     order by review_id`,
    JSON.stringify(marks),
  );
}

export function objectingId(row: SqlRow): string {
  return String(row['review_id']);
}
