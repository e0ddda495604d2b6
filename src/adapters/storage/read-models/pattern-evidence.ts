import type { Evidence, PatternKey } from '../../../domain/model/pattern.js';
import type { Review } from '../../../domain/model/review.js';
import { EVIDENCE_LOOKED_AT, evidenceOf, neverForgotten } from '../../../domain/patterns/evidence.js';
import type { PatternEvidenceRecord } from '../schema.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

/** The row that comes and the one that goes between two states of a review. */
export function evidenceChanges(
  number: number,
  before: Review | undefined,
  after: Review | undefined,
): {
  readonly pattern_evidence: readonly PatternEvidenceRecord[];
  readonly evidenceGone: readonly PatternEvidenceRecord[];
} {
  const [was, is] = [evidenceRecord(number, before), evidenceRecord(number, after)];
  if (was !== undefined && is !== undefined && same(was, is)) return { pattern_evidence: [], evidenceGone: [] };
  return { pattern_evidence: is === undefined ? [] : [is], evidenceGone: was === undefined ? [] : [was] };
}

function evidenceRecord(number: number, review: Review | undefined): PatternEvidenceRecord | undefined {
  const evidence = review && evidenceOf(review);
  if (review === undefined || evidence === undefined) return undefined;
  const { at, outcome, confidence, basis, content } = evidence;
  const { creator: creator_agent, type: action_type } = review;
  return {
    creator_agent,
    action_type,
    at,
    review_number: number,
    review_id: review.id,
    outcome,
    confidence,
    basis,
    content,
  };
}

function same(a: PatternEvidenceRecord, b: PatternEvidenceRecord): boolean {
  return (Object.keys(a) as (keyof PatternEvidenceRecord)[]).every((column) => a[column] === b[column]);
}

export function deleteEvidence(row: PatternEvidenceRecord): Statement {
  return statement(
    'delete from pattern_evidence where creator_agent = ? and action_type = ? and at = ? and review_number = ?',
    row.creator_agent,
    row.action_type,
    row.at,
    row.review_number,
  );
}

/** The newest first: the latest, and of what came before them the latest failure, escape and undecided draw, each by a step in an index. */
export function selectEvidence({ creator, type }: PatternKey): Statement {
  const newest = (limit: string, more = '') =>
    `select * from (select at, review_number as number from pattern_evidence
       where creator_agent = ? and action_type = ?${more} order by at desc, review_number desc limit ${limit})`;
  const each = neverForgotten.map((outcome) => newest('1', ` and ${told} and outcome = '${outcome}'`));
  const sql = `select e.at, e.outcome, e.confidence, basis, content, review_id as review
     from (${[newest('?'), ...each].join(' union ')}) as latest
     cross join pattern_evidence as e
       on e.creator_agent = ? and e.action_type = ? and e.at = latest.at and e.review_number = latest.number
     order by e.at desc, e.review_number desc`;
  const key = [creator, type];
  return statement(sql, ...key, EVIDENCE_LOOKED_AT, ...neverForgotten.flatMap(() => key), ...key);
}

/** As the index `pattern_evidence_told` says it, or SQLite would not use it. */
const told = "outcome in ('failed', 'escaped', 'drawn')";

export function evidenceRow(row: SqlRow): Evidence {
  const { at, outcome, confidence, basis, content, review } = row as unknown as Evidence;
  return { at, outcome, confidence, basis, content, review };
}

/**
 * Each creator with each of its types, by as many steps in the index as there are patterns, however much evidence they have. A step
 * asks for what lies behind a whole creator or type: behind a pair of both, SQLite walks all the evidence of that pair.
 */
export const selectPatterns = statement(
  `with recursive creators (name) as (
     select min(creator_agent) from pattern_evidence
     union all
     select (select min(creator_agent) from pattern_evidence where creator_agent > name) from creators where name is not null
   ), patterns (creator, type) as (
     select name, (select min(action_type) from pattern_evidence where creator_agent = name)
     from creators where name is not null
     union all
     select creator, (select min(action_type) from pattern_evidence where creator_agent = creator and action_type > type)
     from patterns where type is not null
   )
   select creator, type from patterns where type is not null order by creator, type`,
);

export function patternKey(row: SqlRow): PatternKey {
  return { creator: String(row['creator']), type: String(row['type']) };
}
