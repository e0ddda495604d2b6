import type { Review } from '../../../domain/model/review.js';
import { settledContent } from '../../../domain/reverts/settled-content.js';
import type { SettledContentRecord } from '../schema.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

/** Rows that come and rows that go between two states of a review. */
export function contentChanges(number: number, before: Review | undefined, after: Review | undefined) {
  const [was, is] = [before, after].map((review) => (review === undefined ? [] : settledContent(review)));
  const rows = (all: readonly string[] = [], but: readonly string[] = []): readonly SettledContentRecord[] =>
    all.filter((object) => !but.includes(object)).map((object) => ({ object, review_number: number }));
  return { settled_content: rows(is, was), contentGone: rows(was, is) };
}

export function deleteContent({ object, review_number }: SettledContentRecord): Statement {
  return statement('delete from settled_content where object = ? and review_number = ?', object, review_number);
}

/** The newest review first. */
export function selectSettledWith(objects: readonly string[], limit: number): Statement {
  return statement(
    `select distinct reviews.id, reviews.number
     from json_each(?) as wanted
     cross join settled_content on object = wanted.value
     cross join reviews on reviews.number = review_number
     order by reviews.number desc limit ?`,
    JSON.stringify(objects),
    limit,
  );
}

export function settledId(row: SqlRow): string {
  return String(row['id']);
}
