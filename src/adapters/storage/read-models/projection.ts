import { sensitivityOf } from '../../../domain/escalation/sensitivity.js';
import { answersQuestion } from '../../../domain/lifecycle/person.js';
import { nextDue } from '../../../domain/deadlines/deadlines.js';
import { evolve } from '../../../domain/lifecycle/evolve.js';
import type { FindingDisposed, Recorded, ReviewEvent } from '../../../domain/model/event.js';
import { countChanges } from '../../../domain/analytics/counts.js';
import { tallyChanges } from '../../../domain/metrics/tally.js';
import type { AnalyticsCount } from '../../../domain/model/analytics.js';
import { counts, type Finding } from '../../../domain/model/finding.js';
import { everyFinding, type Review } from '../../../domain/model/review.js';
import { knownAs, reviewersOf } from '../../../domain/memory/known.js';
import { serviceOf } from '../../../domain/model/memory.js';
import { notificationFor } from '../../../domain/notification/notification-for.js';
import { owedBy, requesterOf } from '../../../domain/peer/owed.js';
import type {
  AgentRecord,
  DispositionRecord,
  FindingRecord,
  GateRowRecord,
  JudgedOpinionRecord,
  NotificationRecord,
  ObjectionRecord,
  PatternEvidenceRecord,
  PersonDecisionRecord,
  ReviewMetricsRecord,
  ReviewRecord,
  SettledContentRecord,
  RevisionRecord,
  RunRecord,
  TaskRowRecord,
} from '../schema.js';
import { notificationRecords } from './notification-record.js';
import { objectionChanges } from './project-objections.js';
import { judgedChanges } from './project-judged.js';
import { evidenceChanges } from './pattern-evidence.js';
import { placeOf } from './place.js';
import { contentChanges } from './settled-content.js';
import { metricsRecord } from './review-metrics.js';

/** Rows that some events of one stream change: to be inserted, or to take the place of the row with the same key. */
export interface Projection {
  readonly reviews: readonly ReviewRecord[];
  readonly review_revisions: readonly RevisionRecord[];
  readonly findings: readonly FindingRecord[];
  readonly dispositions: readonly DispositionRecord[];
  readonly agents: readonly AgentRecord[];
  readonly notifications: readonly NotificationRecord[];
  readonly person_decisions: readonly PersonDecisionRecord[];
  readonly runs: readonly RunRecord[];
  /** To be added to the rows with their keys. */
  readonly review_metrics: readonly ReviewMetricsRecord[];
  readonly gates: readonly GateRowRecord[];
  readonly tasks: readonly TaskRowRecord[];
  readonly objections: readonly ObjectionRecord[];
  readonly pattern_evidence: readonly PatternEvidenceRecord[];
  readonly judged_opinions: readonly JudgedOpinionRecord[];
  /** To be added likewise. */
  readonly analytics_counts: readonly AnalyticsCount[];
  readonly settled_content: readonly SettledContentRecord[];
  /** The row of the review as it stands, where there is one: only what differs from it is written. */
  readonly reviewBefore: ReviewRecord | undefined;
  /** Findings of the review from this ordinal on are gone; undefined when there were not more before. */
  readonly findingsEnd: { readonly reviewNumber: number; readonly ordinal: number } | undefined;
  /** What stands no longer. */
  readonly objectionsGone: readonly ObjectionRecord[];
  /** What a review says no longer of its pattern. */
  readonly evidenceGone: readonly PatternEvidenceRecord[];
  /** By which a review is known no longer. */
  readonly contentGone: readonly SettledContentRecord[];
  /** What is not known any more of its opinions. */
  readonly judgedGone: readonly JudgedOpinionRecord[];
}

/** No row changes. */
export const nothing: Projection = {
  reviews: [],
  review_revisions: [],
  findings: [],
  dispositions: [],
  agents: [],
  notifications: [],
  person_decisions: [],
  runs: [],
  review_metrics: [],
  gates: [],
  tasks: [],
  objections: [],
  pattern_evidence: [],
  judged_opinions: [],
  analytics_counts: [],
  settled_content: [],
  reviewBefore: undefined,
  findingsEnd: undefined,
  objectionsGone: [],
  evidenceGone: [],
  contentGone: [],
  judgedGone: [],
};

/** A review in the read models. */
export interface Numbered {
  /** Position of the event that requested it. */
  readonly number: number;
  readonly review: Review;
  /** Its row, where it was made before. */
  readonly row?: ReviewRecord;
}

/** State after `events` and the rows they change, given the state before. Throws `BrokenHistory`. */
export function project(standing: Numbered | undefined, events: readonly Recorded[]) {
  const before = standing?.review;
  const number = standing?.number ?? events[0]?.position ?? 0;
  const revisions = new Map<number, RevisionRecord>();
  const dispositions = new Map<string, DispositionRecord>();
  const notifications: NotificationRecord[] = [];
  const personDecisions: PersonDecisionRecord[] = [];
  let after = before;
  for (const event of events) {
    after = evolve(after, event);
    const fact = { type: event.type, data: event.data } as ReviewEvent;
    notifications.push(...notificationRecords(event, after.id, notificationFor(event, after)));
    if (fact.type === 'finding_disposed') {
      dispositions.set(
        JSON.stringify([fact.data.fingerprint, fact.data.content]),
        dispositionRecord(after, event, fact.data),
      );
    }
    personDecisions.push(...personDecisionRecords(after, event, fact));
    if (isDecision(fact) && after.status === 'changes_requested') {
      const revision = revisionRecord(after, event.at);
      revisions.set(revision.revision_number, revision);
    }
  }
  const now = after === undefined ? undefined : { number, review: after, row: reviewRecord(number, after) };
  const { come, gone } = objectionChanges(before, after);
  const projection: Projection = {
    ...nothing,
    ...changedReview(standing, now?.row),
    review_revisions: [...revisions.values()],
    findings: after === undefined ? [] : changedFindings(number, before, after),
    dispositions: [...dispositions.values()],
    notifications,
    person_decisions: personDecisions,
    review_metrics: tallyChanges(before, after).map(metricsRecord),
    findingsEnd: after === undefined ? undefined : findingsEnd(number, before, after),
    objections: come,
    objectionsGone: gone,
    ...evidenceChanges(number, before, after),
    ...contentChanges(number, before, after),
    ...judgedChanges(number, before, after),
    analytics_counts: countChanges(before, after),
  };
  return { standing: now, projection };
}

function isDecision({ type }: ReviewEvent): boolean {
  return type === 'review_decided' || type === 'person_decided';
}

/** Nothing where no column changes, as when an opinion comes in: every row written costs pages of the log. */
function changedReview(
  standing: Numbered | undefined,
  row: ReviewRecord | undefined,
): Pick<Projection, 'reviews' | 'reviewBefore'> {
  const reviewBefore = standing && (standing.row ?? reviewRecord(standing.number, standing.review));
  const same = row === undefined || (reviewBefore !== undefined && equal(reviewBefore, row));
  return { reviews: same ? [] : [row], reviewBefore };
}

function equal(before: ReviewRecord, after: ReviewRecord): boolean {
  return (Object.keys(after) as (keyof ReviewRecord)[]).every((column) => before[column] === after[column]);
}

function reviewRecord(number: number, review: Review): ReviewRecord {
  const { startedAt, completedAt, change, decision } = review;
  return {
    number,
    id: review.id,
    type: review.type,
    protocol: review.protocol,
    status: review.status,
    outcome: decision?.outcome ?? null,
    creator_agent: review.creator,
    reviewer_agent: review.reviewer,
    title: change.title,
    base_tree: change.baseTree,
    head_tree: change.headTree,
    head_commit: change.headCommit ?? null,
    patch_id: change.patchId,
    created_at: review.createdAt,
    started_at: startedAt,
    completed_at: completedAt,
    lease_until: review.leaseUntil,
    confidence: decision?.confidence ?? null,
    time_to_review_ms:
      startedAt === null || completedAt === null || review.status === 'pending' ? null : completedAt - startedAt,
    revision_count: review.revision,
    open_findings: everyFinding(review).filter(counts).length,
    decided_by: review.personDecision?.person ?? null,
    requested_by: review.peer === null ? null : requesterOf(review.peer.request),
    request_key: review.peer?.request.idempotencyKey ?? null,
    assignee: owedBy(review),
    next_due_at: nextDue(review),
    decide_by: decideBy(review),
  };
}

/** Unchanged findings are the same objects before and after, so that a disposition writes one row. */
function changedFindings(number: number, before: Review | undefined, after: Review): readonly FindingRecord[] {
  const known = before === undefined ? [] : everyFinding(before);
  const rows = everyFinding(after).flatMap((finding, ordinal) =>
    known[ordinal] === finding && inSameService(finding, before, after)
      ? []
      : [findingRecord(after, finding, placeOf(number, ordinal))],
  );
  // In the order of their key, so that each goes to the end of the table.
  return rows.reverse();
}

/** A revision may touch other services; what was raised before is then in another one. */
function inSameService({ file }: Finding, before: Review | undefined, after: Review): boolean {
  return before?.services === after.services || serviceOf(before?.services, file) === serviceOf(after.services, file);
}

function findingsEnd(number: number, before: Review | undefined, after: Review): Projection['findingsEnd'] {
  const ordinal = everyFinding(after).length;
  return before !== undefined && everyFinding(before).length > ordinal ? { reviewNumber: number, ordinal } : undefined;
}

function findingRecord({ id, services }: Review, finding: Finding, place: number): FindingRecord {
  return {
    place,
    review_id: id,
    id: finding.id,
    fingerprint: finding.fingerprint,
    state: finding.state,
    severity: finding.severity,
    category: finding.category,
    rule: finding.rule ?? null,
    file: finding.file ?? null,
    line: finding.line ?? null,
    message: finding.message,
    disposition: finding.disposition === undefined ? null : JSON.stringify(finding.disposition),
    service: serviceOf(services, finding.file),
    raised_by: JSON.stringify(reviewersOf(finding)),
    known_as: knownAs(finding) ?? null,
  };
}

function dispositionRecord(review: Review, event: Recorded, data: FindingDisposed): DispositionRecord {
  const { fingerprint, content, findingId, disposition } = data;
  const { state, actor, reason, at, authority } = disposition;
  return {
    fingerprint,
    content,
    state,
    actor,
    reason,
    at,
    authority,
    finding_id: findingId,
    review_id: review.id,
    position: event.position,
  };
}

function decideBy({ status, escalation }: Review): number | null {
  return status === 'escalated' ? (escalation?.deadline ?? null) : null;
}

/** Only an answer to a question counts: a person also decides where nobody put one, e.g. what is inconclusive. */
function personDecisionRecords(review: Review, event: Recorded, { type, data }: ReviewEvent): PersonDecisionRecord[] {
  if (type !== 'person_decided' || !answersQuestion(review, data)) return [];
  const record: PersonDecisionRecord = {
    position: event.position,
    review_id: review.id,
    type: review.type,
    cause: review.escalation?.trigger ?? 'rules',
    sensitivity: sensitivityOf(review),
    person: data.person,
    outcome: data.outcome,
    option: data.option ?? null,
    at: event.at,
  };
  return [record];
}

function revisionRecord(review: Review, at: number): RevisionRecord {
  const open = everyFinding(review)
    .filter(counts)
    .map((finding) => finding.id);
  return {
    review_id: review.id,
    revision_number: review.revision + 1,
    created_at: at,
    changes_requested: JSON.stringify(open),
    changes_made: null,
  };
}
