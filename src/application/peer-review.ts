import type { Figure } from '../domain/metrics/figures.js';
import type { Trend } from '../domain/metrics/trend.js';
import type { Turn } from './deadlines/work.js';
import type { ShownEntry } from '../domain/model/opinion.js';
import type { Problem, Refusal } from '../domain/model/refusal.js';
import type { ReviewStatus } from '../domain/model/review.js';
import type { Submission } from '../domain/peer/submission/submission.js';
import type { ChangeRequest, Hunk } from './ports/repository.js';
import type { FileDocument, FindingDocument, MendingDocument, ReviewDocument } from './queries/document.js';
import type { AnsweredQuestion, ReviewRow } from './ports/store.js';

/**
 * Peer review between agents (SPEC 5): what the MCP tools and the command line's verbs can ask for. Each call first
 * applies what is overdue. Every refusal says what to do next.
 */
export interface PeerReview {
  checkReviewRequired(ask: CheckRequired): Promise<ReviewRequirement | Refusal>;
  /** Freezes the change, runs the precheck, opens the review and assigns a reviewer. */
  requestReview(ask: RequestReview): Promise<RequestedReview | Refusal>;
  /** Leases the review to the caller and issues the nonce. Again by the same reviewer: renews, keeps `notes`. */
  startReview(ask: { readonly review: string; readonly notes?: string }): Promise<StartedReview | Refusal>;
  submitReview(ask: SubmitReview): Promise<ReviewDocument | Refusal>;
  /** What else is wrong with an opinion of which some fields cannot be read; nothing is recorded. */
  furtherProblems(ask: UnreadSubmission): Promise<readonly Problem[] | Refusal>;
  /** Waits at most `waitMs` (0-45,000) for a change of status after `sinceVersion`. */
  getReview(ask: GetReview, progress: (step: string) => void, signal: AbortSignal): Promise<ReviewState | Refusal>;
  requestReReview(ask: ReviseReview): Promise<RequestedReview | Refusal>;
  escalateReview(ask: {
    readonly review: string;
    readonly reason: string;
    readonly argument?: string;
  }): Promise<ReviewDocument | Refusal>;
  withdrawReview(ask: { readonly review: string; readonly reason: string }): Promise<ReviewDocument | Refusal>;
  /** Refuses what needs a token to somebody who has none; it goes on record with what it was about. */
  refuseUnidentified(attempt: UnidentifiedAttempt, refusal: Refusal): Promise<Refusal>;
  contestFinding(ask: ContestFinding): Promise<ReviewDocument | Refusal>;
  listReviews(ask: {
    readonly mine?: 'to_do' | 'in_progress' | 'created';
    readonly limit?: number;
  }): Promise<readonly ReviewRow[] | Refusal>;
  reportOutcome(ask: ReportOutcome): Promise<{ readonly recorded: true } | Refusal>;
  metrics(ask: {
    readonly period?: 'day' | 'week' | 'month';
    readonly agent?: string;
    readonly type?: string;
  }): Promise<ReviewMetrics | Refusal>;
  questions(ask: { readonly period: 'day' | 'week' | 'month' }): Promise<PutToPersons | Refusal>;
  /** What the reviewer of a started review must read; refused to others. */
  packet(review: string): Promise<PacketDocument | Refusal>;
  extend(ask: { readonly review: string; readonly hours: number }): Promise<ReviewDocument | Refusal>;
  reassign(ask: { readonly review: string; readonly to: string }): Promise<ReviewDocument | Refusal>;
  /** Applies what is overdue; the number of deadlines that fired. */
  tick(): Promise<number>;
  /** The same turn after turn, with a backup a day, until `signal` aborts; once: one turn. */
  work(
    ask: { readonly once: boolean },
    report: (turn: Turn) => void,
    signal: AbortSignal,
  ): Promise<undefined | Refusal>;
}

export interface CheckRequired {
  readonly action: string;
  readonly change?: ChangeRequest;
  readonly autonomy?: string;
}

export interface ReviewRequirement {
  readonly needsReview: boolean;
  readonly reviewer?: string;
  readonly estimatedMinutes?: number;
  readonly skipReason?: string;
  readonly rule?: string;
}

export interface RequestReview {
  readonly title?: string;
  readonly type?: string;
  readonly change: ChangeRequest;
  /** Name or role of the reviewer wanted; it never goes around the policy's matrix. */
  readonly reviewer?: string;
  /** What the caller calls itself; refused where it is somebody else (`actor_mismatch`). */
  readonly creator?: string;
  readonly autonomy?: string;
  readonly questions?: readonly string[];
  /** Integer 0-100. */
  readonly confidence?: number;
  readonly scope?: readonly string[];
  /** Free text for the reviewer; hidden on the blind first pass. */
  readonly description?: string;
  /** Same key, same effect: a repeated call returns the first answer. */
  readonly idempotencyKey?: string;
}

export interface RequestedReview {
  readonly id: string;
  readonly status: ReviewStatus;
  readonly reviewer: string | null;
  /** ISO 8601 UTC. */
  readonly estimatedCompletion: string;
  /** What the embedded analyzers found at once, to mend before a reviewer spends time on it. */
  readonly precheck: readonly FindingDocument[];
  readonly skipReason?: string;
  /** What the caller should know beside the status: that embedded reviewers concluded at once, that nobody is free, … */
  readonly note?: string;
  /** Approaches that were rejected for changes of this kind, in the words of others; absent where none was. */
  readonly rejectedBefore?: readonly string[];
  /** Required criteria that the policy of the new base states otherwise: ask for another review when this one has ended. */
  readonly criteriaChanged?: readonly string[];
  /** While nobody reviews: words of the policy's line that an agent with a token can answer to; absent where there is none. */
  readonly awaited?: readonly string[];
  /** Of a revision: which fix attempt it was, and what became of it. */
  readonly mending?: MendingDocument;
}

export interface StartedReview {
  readonly review: string;
  readonly nonce: string;
  /** ISO 8601 UTC. */
  readonly leaseUntil: string;
  readonly packet: PacketDocument;
}

export interface SubmitReview extends Submission {
  readonly review: string;
  readonly nonce: string;
  /** Tree id of the content that was reviewed, from the packet. */
  readonly headTree: string;
  /** What the caller calls itself; refused and recorded where it is somebody else (`actor_mismatch`). */
  readonly reviewer?: string;
}

/** An opinion of which some fields cannot be read. */
export interface UnreadSubmission {
  /** With what says nothing in the place of what cannot be read. */
  readonly submission: SubmitReview;
  /** Names of those fields. */
  readonly unread: readonly (keyof SubmitReview)[];
}

export type { Submission, SubmittedFinding } from '../domain/peer/submission/submission.js';

export interface GetReview {
  readonly review: string;
  readonly waitMs?: number;
  readonly sinceVersion?: number;
}

export interface ReviewState {
  /** Version of the review's stream, to wait for the next change. */
  readonly version: number;
  readonly document: ReviewDocument;
  /** Told to the creator while nobody reads the change. */
  readonly rejectedBefore?: readonly string[];
}

export interface ReviseReview {
  readonly review: string;
  readonly change: ChangeRequest;
  readonly changesMade: string;
  /** Findings that the creator says are fixed; another pair of eyes verifies each. */
  readonly fixed?: readonly string[];
  /** Turns that the attempt took, as far as the creator counts them; more than its limit puts the review to a person. */
  readonly turns?: number;
}

export interface ContestFinding {
  readonly finding: string;
  readonly argument: string;
  readonly evidence?: readonly string[];
}

export interface ReportOutcome {
  readonly review: string;
  readonly kind: 'bug' | 'revert' | 'clean';
  readonly note: string;
}

/** What a reviewer must read, and nothing that prejudices it (SPEC 5.1, 9). All of it is untrusted data. */
export interface PacketDocument {
  readonly review: string;
  readonly revision: number;
  readonly type: string;
  /** As what the reviewer is asked, where others are asked something else. */
  readonly duty?: string;
  readonly baseTree: string;
  readonly headTree: string;
  /** True: what the creator says of the change is kept from this first look. */
  readonly blind: boolean;
  /** Absent while `blind`. */
  readonly claims?: CreatorClaims;
  readonly criteria: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description: string;
    readonly checks: readonly string[];
  }[];
  /** Grounds that a rejection may name. */
  readonly grounds: readonly string[];
  readonly questions: readonly string[];
  /** What is computed from the change itself, in sentences. */
  readonly facts: readonly string[];
  /** Nearest guideline files of the base, path to text. */
  readonly guidelines: Readonly<Record<string, string>>;
  readonly files: readonly FileDocument[];
  readonly hunks: Readonly<Record<string, readonly Hunk[]>>;
  /** Entries that the packet does not show whole: the change can't be approved while there is one. */
  readonly notShown: readonly ShownEntry[];
  /** On a revision: paths that changed since this reviewer's last opinion. */
  readonly changedSince?: readonly string[];
  /** Beside `changedSince`: by path, which of its hunks (from 0) are new since then. */
  readonly newHunks?: Readonly<Record<string, readonly number[]>>;
  /** Findings of earlier rounds that are open or claimed fixed: verify each. */
  readonly toVerify: readonly FindingDocument[];
  /** Findings settled for this content: do not raise them again. */
  readonly settled: readonly FindingDocument[];
  /** What earlier reviews found and decided here, in the words of others (docs/memory.md). */
  readonly memory?: readonly string[];
  /** Findings contested before this reviewer, to judge. */
  readonly toJudge: readonly (FindingDocument & { readonly argument: string; readonly evidence: readonly string[] })[];
  /** What an earlier reviewer of this round noted before it fell silent. */
  readonly partialWork?: string;
}

/** What the creator says, to be believed as far as the change shows it. */
export interface CreatorClaims {
  readonly title?: string;
  readonly description?: string;
  readonly changesMade?: string;
  /** Ids of findings that it says are fixed. */
  readonly fixed: readonly string[];
  /** Integer 0-100. */
  readonly confidence?: number;
  /** Messages of the commits, newest first. */
  readonly messages: readonly string[];
}

export interface ReviewMetrics {
  readonly period: string;
  readonly totalReviews: number;
  readonly approved: number;
  readonly changesRequested: number;
  readonly rejected: number;
  readonly escalated: number;
  readonly skipped: number;
  readonly withdrawn: number;
  readonly averageReviewMinutes: number | null;
  readonly averageConfidence: number | null;
  /** Those of PRS 13 with their targets. */
  readonly figures: readonly Figure[];
  readonly byType: readonly GroupMetrics[];
  readonly byCreator: readonly GroupMetrics[];
  readonly byReviewer: readonly GroupMetrics[];
  /** By the Monday they begin with, in their order. */
  readonly byWeek: readonly GroupMetrics[];
  /** What moved since the period before, on enough reviews; of all reviews: since the week before. */
  readonly trends: readonly Trend[];
  /** A sentence for each figure that misses its target on enough reviews. */
  readonly recommendations: readonly string[];
}

/** At most 50 of either kind. */
export interface PutToPersons {
  readonly answered: readonly AnsweredQuestion[];
  readonly waiting: readonly ReviewRow[];
}

/** Reviews with one type, creator, reviewer or week; means are null where nothing was counted. */
export interface GroupMetrics {
  readonly name: string;
  readonly reviews: number;
  readonly approved: number;
  readonly changesRequested: number;
  readonly rejected: number;
  readonly escalated: number;
  /** Percent of those decided that were approved without a revision. */
  readonly firstPassApproval: number | null;
  readonly averageRevisions: number | null;
  readonly averageReviewMinutes: number | null;
  readonly averageConfidence: number | null;
}

export interface UnidentifiedAttempt {
  readonly verb: string;
  /** What it was about, by id; nothing goes on record about what is not there. */
  readonly about: { readonly review: string } | { readonly finding: string };
}
