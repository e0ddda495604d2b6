import { enough } from '../../../domain/objections/marks.js';
import { objectionsIn } from '../../../domain/objections/standing.js';
import type { Review } from '../../../domain/model/review.js';
import type { ObjectionRecord } from '../schema.js';
import { statement, type Statement } from '../sqlite/connection.js';

/** Rows of what stands in a review, one for each mark of each list. */
function objectionRecords(review: Review | undefined): readonly ObjectionRecord[] {
  if (review === undefined) return [];
  return objectionsIn(review).flatMap(({ key, raised: { marks } }) =>
    [marks.at, marks.around].flatMap((list, which) =>
      list.map((mark) => ({
        review_id: review.id,
        objection: `${which === 0 ? 'at' : 'around'} ${key}`,
        mark,
        enough: enough(list),
      })),
    ),
  );
}

/** Rows that come and rows that go between two states of a review. */
export function objectionChanges(before: Review | undefined, after: Review | undefined) {
  const was = byKey(objectionRecords(before));
  const is = byKey(objectionRecords(after));
  const come = [...is].flatMap(([key, row]) => (was.has(key) ? [] : [row]));
  const gone = [...was].flatMap(([key, row]) => (is.has(key) ? [] : [row]));
  return { come, gone };
}

function byKey(rows: readonly ObjectionRecord[]): ReadonlyMap<string, ObjectionRecord> {
  return new Map(rows.map((row) => [JSON.stringify([row.objection, row.mark, row.enough]), row]));
}

export function deleteObjection({ review_id, objection, mark }: ObjectionRecord): Statement {
  return statement(
    'delete from objections where review_id = ? and objection = ? and mark = ?',
    review_id,
    objection,
    mark,
  );
}
