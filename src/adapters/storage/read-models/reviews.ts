import type { ReviewFilter, ReviewRow } from '../../../application/ports/store.js';
import type { ReviewStatus } from '../../../domain/model/review.js';
import { statement, type SqlRow, type SqlValue, type Statement } from '../sqlite/connection.js';
import type { ReviewRecord } from '../schema.js';
import { PLACES } from './place.js';

/** Rows of a list without a stated limit. */
const DEFAULT_REVIEWS = 50;

const newest = 'order by number desc limit ?';

/**
 * Newest first. Each status is its own walk along an index, cut at the limit, so that the cost does not grow with the
 * number of reviews in the store.
 */
export function selectReviews(filter: ReviewFilter): Statement {
  const limit = filter.limit ?? DEFAULT_REVIEWS;
  if (filter.owedBy !== undefined) return selectOwed(filter.owedBy, filter.status ?? owedStatuses, limit);
  if (filter.requestedBy !== undefined)
    return statement(`select * from reviews where requested_by = ? ${newest}`, filter.requestedBy, limit);
  const statuses = [...new Set(filter.status)];
  if (filter.status === undefined) return statement(`select * from reviews ${newest}`, limit);
  if (statuses.length === 0) return statement('select * from reviews where 1 = 0');
  const one = `select * from (select * from reviews where status = ? ${newest}) as one`;
  const parameters = statuses.flatMap((status): SqlValue[] => [status, limit]);
  if (statuses.length === 1) return statement(one, ...parameters);
  const all = statuses.map(() => one).join(' union all ');
  return statement(`select * from (${all}) as every ${newest}`, ...parameters, limit);
}

const owedStatuses: readonly ReviewStatus[] = ['pending', 'in_progress', 'pending_re_review', 'changes_requested'];

/** Each of those who owe has a walk of its own along the index; nobody owes many. */
function selectOwed(who: readonly string[], statuses: readonly ReviewStatus[], limit: number): Statement {
  if (who.length === 0 || statuses.length === 0) return statement('select * from reviews where 1 = 0');
  const among = `+status in (${statuses.map(() => '?').join(', ')})`;
  const one = `select * from (select * from reviews where assignee = ? and ${among} ${newest}) as one`;
  const all = who.map(() => one).join(' union all ');
  const parameters = who.flatMap((name): SqlValue[] => [name, ...statuses, limit]);
  return statement(`select * from (${all}) as every ${newest}`, ...parameters, limit);
}

export const selectLoad: Statement = statement(
  `select assignee, count(*) as open, sum(status <> 'in_progress') as pending from reviews
   where assignee is not null and +status in ('pending', 'in_progress', 'pending_re_review')
   group by assignee`,
);

export function selectRequest(requestedBy: string, key: string): Statement {
  return statement('select id from reviews where requested_by = ? and request_key = ?', requestedBy, key);
}

/** Looks at reviews that somebody owes a step alone: those of one creator may be many. */
export function selectStandingOn(base: string, head: string, but = ''): Statement {
  const trees = 'requested_by is not null and base_tree = ? and id <> ?';
  const raised = `exists (select 1 from findings where place >= reviews.number * ${PLACES} and place < (reviews.number + 1) * ${PLACES})`;
  return statement(
    `select id from reviews where assignee is not null and +head_tree = ? and ${trees}
     union all
     select id from reviews where status in ('rejected', 'withdrawn') and head_tree = ? and ${trees}
       and (status = 'rejected' or open_findings > 0 or (outcome = 'changes_requested' and not ${raised}))
     limit 1`,
    ...[head, base, but, head, base, but],
  );
}

/**
 * Reviews that wait for a person: the earliest deadline first, then those without one, the oldest first. Each kind is its own
 * walk along an index, cut at the limit. What is pending and completed was interrupted by whoever ran it, who knows.
 */
export function selectWaiting(limit: number): Statement {
  const oldest = 'order by number limit ?';
  const kinds = [
    `select * from (select * from reviews where decide_by is not null order by decide_by limit ?) as dated`,
    `select * from (select * from reviews where status = 'escalated' and decide_by is null ${oldest}) as undated`,
    `select * from (select * from reviews where status = 'pending' and outcome = 'inconclusive' and completed_at is null ${oldest}) as pending`,
  ];
  return statement(
    `select * from (${kinds.join(' union all ')}) as every order by decide_by is null, decide_by, number limit ?`,
    ...kinds.map(() => limit),
    limit,
  );
}

export const selectOpenByReviewer: Statement = statement(
  `select reviewer_agent, count(*) as reviews from reviews
   where reviewer_agent is not null and status in ('pending', 'in_progress', 'pending_re_review')
   group by reviewer_agent`,
);

export function reviewRow(row: SqlRow): ReviewRow {
  const record = row as unknown as ReviewRecord;
  return {
    id: record.id,
    type: record.type,
    protocol: record.protocol,
    status: record.status,
    outcome: record.outcome,
    creator: record.creator_agent,
    reviewer: record.reviewer_agent,
    revision: record.revision_count,
    title: record.title,
    headTree: record.head_tree,
    headCommit: record.head_commit,
    createdAt: record.created_at,
    startedAt: record.started_at,
    completedAt: record.completed_at,
    leaseUntil: record.lease_until,
    openFindings: record.open_findings,
    decidedBy: record.decided_by,
  };
}
