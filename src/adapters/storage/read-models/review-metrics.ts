import type { TallyFilter } from '../../../application/ports/store.js';
import type { Tally } from '../../../domain/model/tally.js';
import type { ReviewMetricsRecord } from '../schema.js';
import { statement, type SqlRow, type SqlValue, type Statement } from '../sqlite/connection.js';

/** What makes a row unique; all other columns are sums. */
export const metricsKey = ['date', 'review_type', 'creator_agent', 'reviewer_agent'] as const;

/** Cost grows with days, types and agents, not with reviews. */
export function selectTallies({ since, agent, type }: TallyFilter): Statement {
  const conditions: string[] = ['date >= ?'];
  const parameters: SqlValue[] = [since ?? ''];
  const only = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition);
    parameters.push(...values);
  };
  if (agent !== undefined) only('(creator_agent = ? or reviewer_agent = ?)', agent, agent);
  if (type !== undefined) only('review_type = ?', type);
  return statement(
    `select * from review_metrics where ${conditions.join(' and ')}
     order by date, review_type, creator_agent, reviewer_agent`,
    ...parameters,
  );
}

export function metricsRecord(tally: Tally): ReviewMetricsRecord {
  return {
    date: tally.date,
    review_type: tally.type,
    creator_agent: tally.creator,
    reviewer_agent: tally.reviewer,
    total_reviews: tally.reviews,
    approved: tally.approved,
    changes_requested: tally.changesRequested,
    rejected: tally.rejected,
    escalated: tally.escalated,
    skipped: tally.skipped,
    withdrawn: tally.withdrawn,
    approved_at_once: tally.approvedAtOnce,
    decided_once: tally.decidedOnce,
    revisions: tally.revisions,
    put_to_person: tally.putToPerson,
    decided_by_person: tally.decidedByPerson,
    person_ms: tally.personMs,
    started: tally.started,
    queue_ms: tally.queueMs,
    timed: tally.timed,
    review_ms: tally.reviewMs,
    judged: tally.judged,
    confidence: tally.confidence,
    approved_reported: tally.approvedReported,
    skipped_reported: tally.skippedReported,
    outcomes_known: tally.outcomesKnown,
    confidence_error: tally.confidenceError,
  };
}

export function tallyRow(row: SqlRow): Tally {
  const record = row as unknown as ReviewMetricsRecord;
  return {
    date: record.date,
    type: record.review_type,
    creator: record.creator_agent,
    reviewer: record.reviewer_agent,
    reviews: record.total_reviews,
    approved: record.approved,
    changesRequested: record.changes_requested,
    rejected: record.rejected,
    escalated: record.escalated,
    skipped: record.skipped,
    withdrawn: record.withdrawn,
    approvedAtOnce: record.approved_at_once,
    decidedOnce: record.decided_once,
    revisions: record.revisions,
    putToPerson: record.put_to_person,
    decidedByPerson: record.decided_by_person,
    personMs: record.person_ms,
    started: record.started,
    queueMs: record.queue_ms,
    timed: record.timed,
    reviewMs: record.review_ms,
    judged: record.judged,
    confidence: record.confidence,
    approvedReported: record.approved_reported,
    skippedReported: record.skipped_reported,
    outcomesKnown: record.outcomes_known,
    confidenceError: record.confidence_error,
  };
}
