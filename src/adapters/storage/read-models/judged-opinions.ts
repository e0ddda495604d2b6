import type { JudgedFilter } from '../../../application/ports/calibration.js';
import type { JudgedOpinion } from '../../../domain/model/calibration.js';
import type { JudgedOpinionRecord } from '../schema.js';
import { statement, type SqlRow, type SqlValue, type Statement } from '../sqlite/connection.js';

/** Walks an index backwards until it has enough. */
export function selectJudged({ reviewer, limit }: JudgedFilter): Statement {
  const parameters: SqlValue[] = reviewer === undefined ? [limit] : [reviewer, limit];
  return statement(
    `select reviewer, category, confidence, outcome from judged_opinions
     ${reviewer === undefined ? '' : 'where reviewer = ?'} order by review_number desc, ordinal desc limit ?`,
    ...parameters,
  );
}

export function judgedOpinion(row: SqlRow): JudgedOpinion {
  const { reviewer, category, confidence, outcome } = row as unknown as JudgedOpinionRecord;
  return { reviewer, category, confidence, outcome };
}
