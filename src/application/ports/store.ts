import type { Agent } from '../../domain/model/agent.js';
import { counts, type Disposition, type FindingState } from '../../domain/model/finding.js';
import type { EventOf, JournalEvent, JournalStream, Recorded } from '../../domain/model/event.js';
import type { Outcome } from '../../domain/model/decision.js';
import type { EscalationTrigger, Sensitivity } from '../../domain/model/escalation.js';
import type { ReviewStatus } from '../../domain/model/review.js';
import type { Tally } from '../../domain/model/tally.js';
import type { Evidence, PatternKey } from '../../domain/model/pattern.js';
import type { Severity } from '../../domain/model/verdict.js';
import type { Append, Appended } from './append.js';
import type { Outbox } from './outbox.js';
import type { Receipts } from './receipts.js';
import type { AnalyticsReadModels } from './analytics.js';
import type { CalibrationReadModels } from './calibration.js';
import type { MemoryReadModels } from './memory.js';
import type { GateReadModels } from './gates.js';
import type { TaskReadModels } from './tasks.js';
import type { RunReadModels } from './runs.js';

export type { Append, Appended } from './append.js';

/** The append-only journal. An append that was acknowledged is on disk (SPEC 2, rule 12). */
export interface Journal {
  /**
   * One transaction: events, hash chain and read models, or nothing. A conflict is also a review that is opened under an
   * idempotency key which the same principal used before, and a gate whose work begins while another one of its task or of its
   * artifact is open, one that is not `aloneOn` its trees, and a journal that stands no longer at `journalAt`. Throws
   * `StoreUnavailable`.
   */
  append<S extends JournalStream>(append: Append<S>): Promise<Appended<S>>;
  /** Empty when there is no such stream. */
  readStream<S extends JournalStream>(stream: S): Promise<readonly Recorded<EventOf<S>>[]>;
  /** The whole journal in order, in batches. */
  readAll(): AsyncIterable<Recorded<JournalEvent>>;
  /** Position of the newest event, 0 when there is none: one row, cheap enough to ask several times a second. */
  position(): Promise<number>;
  /** Streams that got an event after `position`, each once. */
  streamsAfter(position: number): Promise<readonly string[]>;
}

/** A row of the list of reviews. */
export interface ReviewRow {
  readonly id: string;
  readonly type: string;
  readonly protocol: string;
  readonly status: ReviewStatus;
  readonly outcome: Outcome | null;
  readonly creator: string;
  readonly reviewer: string | null;
  readonly revision: number;
  readonly title: string;
  readonly headTree: string;
  readonly headCommit: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly leaseUntil: number | null;
  readonly openFindings: number;
  /** The person whose decision stands; null where rules decided. */
  readonly decidedBy: string | null;
}

/** An identity without what its token is proved by. */
export type AgentRow = Omit<Agent, 'tokenHash' | 'publicKey'>;

export interface FindingRow {
  readonly id: string;
  readonly fingerprint: string;
  readonly reviewId: string;
  readonly state: FindingState;
  readonly severity: Severity;
  readonly category: string;
  readonly rule: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
  readonly disposition: Disposition | null;
}

export interface ReviewFilter {
  readonly status?: readonly ReviewStatus[];
  /** Reviews among peers that wait for any of these (see `owedBy`), not escalated. */
  readonly owedBy?: readonly string[];
  /** Reviews among peers that this principal requested; a name that was only claimed stands behind a `?`. */
  readonly requestedBy?: string;
  /** Default 50. */
  readonly limit?: number;
}

/** Whether a list of findings in these states holds this one. */
export function isAmong(row: Pick<FindingRow, 'state' | 'disposition'>, state: readonly FindingState[]): boolean {
  return state.includes(row.state) || (state.includes('open') && counts(row));
}

export interface FindingFilter {
  /** `open` takes in what is settled by a mere claim: it counts all the same. */
  readonly state?: readonly FindingState[];
  /** Id of a finding: only those after it in the list. */
  readonly before?: string;
  /** Default 50. */
  readonly limit?: number;
}

/** How many of the newest findings a list of them looks at, so that it costs the same in a store of any size. */
export const FINDINGS_LOOKED_AT = 2_000;

/** One problem, once: as it stands in the review requested last among those looked at. */
export interface ListedFinding extends FindingRow {
  /** How many of the reviews looked at raised it. */
  readonly reviews: number;
}

export interface FindingList {
  readonly findings: readonly ListedFinding[];
  /** Id of the finding to go on from, null at the end. What follows may show a problem again that older reviews raised too. */
  readonly next: string | null;
}

/** How many reviews of one content `settledWith` gives. */
export const SETTLED_LOOKED_AT = 20;

/** Which reviews are counted. */
export interface TallyFilter {
  /** Requested on or after this day, `YYYY-MM-DD` in UTC. */
  readonly since?: string;
  /** Creator or reviewer. */
  readonly agent?: string;
  readonly type?: string;
}

/** Which earlier decisions of persons count. */
export interface ChoiceFilter {
  /** Action type of the review. */
  readonly type: string;
  readonly trigger: EscalationTrigger;
  readonly sensitivity: Sensitivity;
  /** Only this person's. */
  readonly person?: string;
}

export interface PersonChoice {
  /** Null where an outcome was named and no option. */
  readonly option: number | null;
  readonly outcome: Outcome;
  readonly times: number;
}

/** A question that a person answered. */
export interface AnsweredQuestion {
  readonly review: string;
  /** Action type of the review. */
  readonly type: string;
  readonly trigger: EscalationTrigger;
  readonly sensitivity: Sensitivity;
  readonly person: string;
  readonly outcome: Outcome;
  readonly option: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Questions answered from read models; never a scan of the journal. */
export interface ReadModels {
  /** The one requested last comes first. */
  listReviews(filter?: ReviewFilter): Promise<readonly ReviewRow[]>;
  /** Reviews whose id starts with `prefix`, at most 10, so that a person may type a few letters. */
  findReviews(prefix: string): Promise<readonly ReviewRow[]>;
  /** Findings of all reviews by fingerprint: of the review requested last first, in the order in which it holds them. */
  listFindings(filter?: FindingFilter): Promise<FindingList>;
  /** Findings of one review in its order; all of them where no limit is given. */
  findingsOf(
    reviewId: string,
    filter?: { readonly state?: readonly FindingState[]; readonly limit?: number },
  ): Promise<readonly FindingRow[]>;
  /** Findings whose id starts with `prefix`, at most 10. */
  findFindings(prefix: string): Promise<readonly FindingRow[]>;
  /** Latest disposition for each `fingerprint` + `content` pair that has one, keyed by fingerprint. */
  dispositions(keys: readonly { fingerprint: string; content: string }[]): Promise<ReadonlyMap<string, Disposition>>;
  /** Latest dispositions bound to any of these blob ids, keyed by fingerprint. */
  dispositionsOn(contents: readonly string[]): Promise<ReadonlyMap<string, Disposition>>;
  /** Open reviews (pending, in progress, pending re-review) by reviewer. */
  openByReviewer(): Promise<ReadonlyMap<string, number>>;
  /** Reviews among peers that each reviewer has open, and how many of them nobody started; by name. */
  loadByReviewer(): Promise<ReadonlyMap<string, { readonly open: number; readonly pending: number }>>;
  /** Id of the review that a principal requested under this key. */
  findRequest(requestedBy: string, key: string): Promise<string | undefined>;
  /**
   * Id of a review among peers that speaks on exactly these trees, whoever requested it: an open one, one that was rejected, or one
   * that was withdrawn while an objection stood.
   */
  findStandingOn(
    trees: { readonly base: string; readonly head: string },
    /** A review that is not asked about. */
    but?: string,
  ): Promise<string | undefined>;
  /** Ids of reviews in which something stands against a content that bears these marks (`Marks`), the oldest first. */
  objecting(marks: readonly string[]): Promise<readonly string[]>;
  /** Reviews of which something falls due by `now` (epoch milliseconds), the earliest first. */
  dueReviews(now: number, limit: number): Promise<readonly { readonly id: string; readonly dueAt: number }[]>;
  /** Sums of reviews as they stand, in the order of day, type, creator and reviewer. */
  tallies(filter: TallyFilter): Promise<readonly Tally[]>;
  /**
   * Reviews that wait for a person: escalated, the earliest deadline first, then escalated without one or pending after an
   * inconclusive round, the oldest first.
   */
  listWaiting(limit: number): Promise<readonly ReviewRow[]>;
  /** What persons chose before on questions of a kind, counted over their latest decisions. */
  personChoices(filter: ChoiceFilter): Promise<readonly PersonChoice[]>;
  /** Questions that persons answered, the latest first. */
  answeredQuestions(limit: number): Promise<readonly AnsweredQuestion[]>;
  /**
   * What the latest changes say of a pattern, the newest first, at most `EVIDENCE_LOOKED_AT`; after them the latest of each of `neverForgotten`
   * that came before.
   */
  patternEvidence(key: PatternKey): Promise<readonly Evidence[]>;
  /** Ids of approved and skipped reviews with any of these commits, or that came to this tree, the newest first, at most `SETTLED_LOOKED_AT`. */
  settledWith(objects: readonly string[]): Promise<readonly string[]>;
  /**
   * Tables of what is learned, remembered or counted that something else than an append wrote, that lost what would tell of it, or that
   * `verify` found wrong since the last `rebuild`, by name; none where all is well. One row is read, however many reviews there are.
   */
  learnedDamage(): Promise<readonly string[]>;
  /** Every pattern that has evidence, by creator and type. */
  listPatterns(): Promise<readonly PatternKey[]>;
  /** Everybody who was ever given a token, by name. */
  listAgents(): Promise<readonly AgentRow[]>;
  /** Name of whoever's token has or had this `sha256` hex last; whether it still counts is for the journal to say. */
  findAgentByToken(tokenHash: string): Promise<string | undefined>;
}

export type Verification =
  | { readonly intact: true; readonly streams: number; readonly events: number }
  | {
      readonly intact: false;
      readonly stream: string;
      readonly version: number;
      readonly position: number;
      /** What does not fit. */
      readonly reason: string;
      /** What puts it right without a backup, in a sentence. */
      readonly remedy?: string;
      /** Which does not say what the journal says. */
      readonly table?: string;
    };

export interface Rebuilt {
  readonly events: number;
  /** Tables whose rows differed from the journal before they were rebuilt, with the number of differing rows. */
  readonly differences: readonly { readonly table: string; readonly rows: number }[];
}

/** Care of the store. */
export interface StoreCare {
  /** Walks every hash chain, hashes every blob and looks for those that events name; names the first broken link. */
  verify(): Promise<Verification>;
  /** Recomputes the read models from the journal, compares, and replaces them in one transaction. */
  rebuild(): Promise<Rebuilt>;
  /** Writes a consistent copy of the store while others may write. Refuses (throws) when `file` exists. */
  backup(file: string): Promise<{ readonly bytes: number }>;
}

/** Content-addressed bytes beside the journal. */
export interface BlobStore {
  /** On disk when it returns. The same bytes twice are stored once. Returns the `sha256` hex. */
  put(bytes: Uint8Array): Promise<string>;
  /** Undefined when unknown; throws when the stored bytes do not match their digest. */
  get(digest: string): Promise<Uint8Array | undefined>;
}

export interface Store
  extends
    Journal,
    ReadModels,
    RunReadModels,
    GateReadModels,
    TaskReadModels,
    MemoryReadModels,
    AnalyticsReadModels,
    CalibrationReadModels,
    StoreCare {
  readonly outbox: Outbox;
  readonly receipts: Receipts;
  readonly blobs: BlobStore;
  /** True where it was opened on a file that nobody can write now: what is recorded later is seen by who opens it anew. */
  readonly standsStill?: boolean;
  close(): Promise<void>;
}

/** The store cannot be used: locked for too long, corrupt, read-only, full. The message says which and what to do. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly kind: 'locked' | 'corrupt' | 'read_only' | 'full' | 'newer_schema' | 'unreachable';
  readonly remedy: string;

  constructor(kind: StoreUnavailable['kind'], message: string, remedy: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.remedy = remedy;
  }
}
