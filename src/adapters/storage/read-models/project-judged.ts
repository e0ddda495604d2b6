import { judgedOpinions } from '../../../domain/calibration/judged.js';
import type { Review } from '../../../domain/model/review.js';
import type { JudgedOpinionRecord } from '../schema.js';
import { statement, type Statement } from '../sqlite/connection.js';

/** The rows that come and those that go between two states of a review. */
export function judgedChanges(
  number: number,
  before: Review | undefined,
  after: Review | undefined,
): { readonly judged_opinions: readonly JudgedOpinionRecord[]; readonly judgedGone: readonly JudgedOpinionRecord[] } {
  const [was, is] = [rows(number, before), rows(number, after)];
  const changed = is.filter((row, ordinal) => !same(row, was[ordinal]));
  return { judged_opinions: changed, judgedGone: was.slice(is.length) };
}

function rows(number: number, review: Review | undefined): readonly JudgedOpinionRecord[] {
  if (review === undefined) return [];
  return judgedOpinions(review).map((judged, ordinal) => ({ review_number: number, ordinal, ...judged }));
}

function same(a: JudgedOpinionRecord, b: JudgedOpinionRecord | undefined): boolean {
  return (
    b !== undefined && (Object.keys(a) as (keyof JudgedOpinionRecord)[]).every((column) => a[column] === b[column])
  );
}

export function deleteJudged({ review_number: number, ordinal }: JudgedOpinionRecord): Statement {
  return statement('delete from judged_opinions where review_number = ? and ordinal = ?', number, ordinal);
}
