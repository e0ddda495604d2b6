import type { JudgedOpinion } from '../../domain/model/calibration.js';
import type { AnalyticsCount } from '../../domain/model/analytics.js';
import type { EvidenceOutcome } from '../../domain/model/pattern.js';
import type { AgentKind } from '../../domain/model/agent.js';
import type { Outcome } from '../../domain/model/decision.js';
import type { EscalationTrigger, Sensitivity } from '../../domain/model/escalation.js';
import type { Disposition, FindingState } from '../../domain/model/finding.js';
import type { NotificationWord } from '../../domain/model/notification.js';
import type { ProtocolName, ReviewStatus } from '../../domain/model/review.js';
import type { GateStatus } from '../../domain/model/gate.js';
import type { StageWord, TaskCompletion, TaskStatus } from '../../domain/model/task.js';
import type { PauseCause, RunStatus } from '../../domain/model/run.js';
import type { Severity } from '../../domain/model/verdict.js';
import type { EventRow } from './journal/hash-chain.js';

/** Tables as they are stored; times are epoch milliseconds, JSON is text. */
export interface Tables extends ReadModelTables {
  readonly events: EventRow;
  readonly streams: StreamRecord;
}

/** Where a stream ends: that its last event was lost shows here. One row is that of the whole journal. */
export interface StreamRecord {
  readonly stream: string;
  /** Position of its last event. */
  readonly last: number;
}

/** Tables that can be rebuilt from the journal. */
export interface ReadModelTables {
  readonly reviews: ReviewRecord;
  readonly review_revisions: RevisionRecord;
  readonly findings: FindingRecord;
  readonly dispositions: DispositionRecord;
  readonly agents: AgentRecord;
  readonly notifications: NotificationRecord;
  readonly person_decisions: PersonDecisionRecord;
  readonly runs: RunRecord;
  readonly review_metrics: ReviewMetricsRecord;
  readonly gates: GateRowRecord;
  readonly tasks: TaskRowRecord;
  readonly objections: ObjectionRecord;
  readonly pattern_evidence: PatternEvidenceRecord;
  readonly judged_opinions: JudgedOpinionRecord;
  readonly analytics_counts: AnalyticsCount;
  readonly settled_content: SettledContentRecord;
}

export interface SettledContentRecord {
  /** Id of a commit or a tree. */
  readonly object: string;
  readonly review_number: number;
}

/** Columns of PRS section 4 under their names there, without what only the journal holds. */
export interface ReviewRecord {
  /** Position of the event that requested it: the newest review has the highest. */
  readonly number: number;
  readonly id: string;
  readonly type: string;
  readonly protocol: ProtocolName;
  readonly status: ReviewStatus;
  readonly outcome: Outcome | null;
  readonly creator_agent: string;
  readonly reviewer_agent: string | null;
  readonly title: string;
  readonly base_tree: string;
  readonly head_tree: string;
  readonly head_commit: string | null;
  readonly patch_id: string;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly completed_at: number | null;
  readonly lease_until: number | null;
  /** Integer 0-100, of the decision. */
  readonly confidence: number | null;
  readonly time_to_review_ms: number | null;
  readonly revision_count: number;
  readonly open_findings: number;
  /** The person whose decision stands. */
  readonly decided_by: string | null;
  /** Who requested it among peers; null elsewhere. A name that was only claimed stands behind a `?`. */
  readonly requested_by: string | null;
  /** Idempotency key of the request. */
  readonly request_key: string | null;
  /** Who owes the next step among peers (`owedBy`), null when nobody does. */
  readonly assignee: string | null;
  /** When something happens by itself next. */
  readonly next_due_at: number | null;
  /** Until when the question that is open waits for a person. */
  readonly decide_by: number | null;
}

/** One request for changes. */
export interface RevisionRecord {
  readonly review_id: string;
  /** Revision that the author owes, from 1. */
  readonly revision_number: number;
  readonly created_at: number;
  /** JSON: ids of the findings that were open. */
  readonly changes_requested: string;
  readonly changes_made: string | null;
}

export interface FindingRecord {
  /** `placeOf` the review's number and the finding's ordinal in it. */
  readonly place: number;
  readonly review_id: string;
  readonly id: string;
  readonly fingerprint: string;
  readonly state: FindingState;
  readonly severity: Severity;
  readonly category: string;
  readonly rule: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
  /** JSON of a `Disposition`. */
  readonly disposition: string | null;
  /** As `serviceOf` the file. */
  readonly service: string;
  /** JSON: names of reviewers. */
  readonly raised_by: string;
  /** As `knownAs`; null where nothing may be known of it. */
  readonly known_as: string | null;
}

/** Latest disposition of a finding on one content. */
export interface DispositionRecord {
  readonly fingerprint: string;
  readonly content: string;
  readonly state: Disposition['state'];
  readonly actor: string;
  readonly reason: string;
  readonly at: number;
  readonly authority: Disposition['authority'];
  readonly finding_id: string;
  readonly review_id: string;
  /** Of the event in the journal: the latest wins. */
  readonly position: number;
}

export interface AgentRecord {
  readonly name: string;
  readonly kind: AgentKind;
  readonly role: string;
  readonly family: string | null;
  /** JSON: names and e-mail addresses. */
  readonly commits_as: string;
  readonly token_hash: string;
  readonly created_at: number;
  readonly revoked_at: number | null;
}

/** One run of several agents. */
export interface RunRecord {
  readonly id: string;
  readonly title: string;
  readonly status: RunStatus;
  readonly flagged: 0 | 1;
  /** JSON: names. */
  readonly agents: string;
  readonly cause: PauseCause | null;
  readonly cycles: number;
  readonly issues: number;
  readonly started_by: string;
  readonly started_at: number;
  readonly stopped_at: number | null;
  readonly waiting_since: number | null;
  readonly next_due_at: number | null;
}

/** One gate between a coder and a reviewer. */
export interface GateRowRecord {
  readonly id: string;
  readonly task: string;
  readonly workflow: string;
  readonly status: GateStatus;
  readonly reason: string | null;
  readonly coder: string;
  readonly reviewer: string | null;
  readonly iterations: number;
  readonly artifact_path: string | null;
  readonly locked: string | null;
  readonly started_by: string;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly waiting_since: number | null;
  readonly next_due_at: number | null;
}

/** One task of a plan. */
export interface TaskRowRecord {
  readonly id: string;
  readonly plan: string;
  readonly key: string;
  readonly position: number;
  readonly title: string;
  readonly status: TaskStatus;
  readonly assignee: string | null;
  readonly revisions: number;
  readonly max_revisions: number;
  readonly spec: StageWord;
  readonly quality: StageWord;
  readonly review: string | null;
  readonly waits_for: string | null;
  readonly completion: TaskCompletion | null;
  readonly why: string | null;
  readonly imported_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly blocked_at: number | null;
  readonly next_due_at: number | null;
}

/** One mark of what stands against the content of a review. */
export interface ObjectionRecord {
  readonly review_id: string;
  /** List and key of the objection. */
  readonly objection: string;
  readonly mark: string;
  /** How many marks of the list a content has to bear. */
  readonly enough: number;
}

/** What one review says of the pattern of its creator and its type (`Evidence`). */
export interface PatternEvidenceRecord {
  readonly creator_agent: string;
  readonly action_type: string;
  readonly at: number;
  /** Of the review. */
  readonly review_number: number;
  readonly review_id: string;
  readonly outcome: EvidenceOutcome;
  readonly confidence: number;
  readonly basis: string;
  readonly content: string;
}

/** An opinion of which it is known whether it was right. */
export interface JudgedOpinionRecord extends JudgedOpinion {
  /** Of the review. */
  readonly review_number: number;
  /** Among those of its review, from 0. */
  readonly ordinal: number;
}

/** One event that somebody is told of. */
export interface NotificationRecord {
  /** Of the event in the journal. */
  readonly position: number;
  /** Of the review or the run. */
  readonly review_id: string;
  readonly word: NotificationWord;
  readonly at: number;
  /** JSON: `Recipient`s. */
  readonly recipients: string;
  readonly detail: string | null;
}

/** One decision of a person. */
export interface PersonDecisionRecord {
  /** Of the event in the journal. */
  readonly position: number;
  readonly review_id: string;
  readonly type: string;
  /** Trigger of the question. */
  readonly cause: EscalationTrigger;
  readonly sensitivity: Sensitivity;
  readonly person: string;
  readonly outcome: Outcome;
  /** Number of the option that was chosen, null where an outcome was named. */
  readonly option: number | null;
  readonly at: number;
}

/** Sums over reviews with one day, type, creator and reviewer (`TallyCounts`); the first seven counts are those of PRS 4. */
export interface ReviewMetricsRecord {
  readonly date: string;
  readonly review_type: string;
  readonly creator_agent: string;
  readonly reviewer_agent: string;
  readonly total_reviews: number;
  readonly approved: number;
  readonly changes_requested: number;
  readonly rejected: number;
  readonly escalated: number;
  readonly skipped: number;
  readonly withdrawn: number;
  readonly approved_at_once: number;
  readonly decided_once: number;
  readonly revisions: number;
  readonly put_to_person: number;
  readonly decided_by_person: number;
  readonly person_ms: number;
  readonly started: number;
  readonly queue_ms: number;
  readonly timed: number;
  readonly review_ms: number;
  readonly judged: number;
  readonly confidence: number;
  readonly approved_reported: number;
  readonly skipped_reported: number;
  readonly outcomes_known: number;
  readonly confidence_error: number;
}
