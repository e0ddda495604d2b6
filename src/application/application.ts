import type { JournalEvent, Recorded } from '../domain/model/event.js';
import type { RuleResult } from '../domain/model/decision.js';
import type { Classification, PolicyOrigin } from '../domain/model/review.js';
import type { Refusal } from '../domain/model/refusal.js';
import type { Simulated } from './simulation/simulated.js';
import type { PolicyInForce } from './ports/policy.js';
import type { DeliveryReport } from './commands/deliver.js';
import type { DeliveryRow, DeliveryState, NotificationRow } from './ports/outbox.js';
import type { AgentRow, FindingRow, Rebuilt, ReviewFilter, ReviewRow, Verification } from './ports/store.js';
import type { Receipt } from './ports/receipts.js';
import type { SpoolStatus } from './ports/spool.js';
import type { Calibration } from '../domain/calibration/score.js';
import type { Analytics } from './analytics.js';
import type { TracedRevert } from './reverts/scan.js';
import type { Memory } from './memory.js';
import type { Patterns } from './patterns.js';
import type { PeerReview } from './peer-review.js';
import type { Gates } from './gates.js';
import type { Progress, ReviewRequest } from './review-request.js';
import type { Runs } from './runs.js';
import type { Tasks } from './tasks.js';
import type { EscalationDocument, ReviewDocument } from './queries/document.js';
import type { Findings, FindingsAsk } from './queries/findings.js';
import type { OpinionDocument } from './queries/read-opinion.js';

export type { Progress, ReviewRequest } from './review-request.js';

/** Everything a surface can ask for. `main` composes it; each method loads what it needs and nothing more. */
export interface Application {
  /** THE MAIN JOB (SPEC 4): take the change, ask policy, seat reviewers, run them, decide, record. */
  review(
    request: ReviewRequest,
    progress: (step: Progress) => void,
    signal: AbortSignal,
  ): Promise<ReviewDocument | Refusal>;
  /** One review by id or unambiguous prefix; `latest` is the newest. */
  show(id: string): Promise<ReviewDocument | Refusal>;
  list(filter: ReviewFilter): Promise<readonly ReviewRow[] | Refusal>;
  findings(ask: FindingsAsk): Promise<Findings | Refusal>;
  /** Needs the credential of a person to change a decision. */
  dispose(request: DisposeRequest): Promise<FindingRow | Refusal>;
  /** A person's binding decision; needs the credential of a person. */
  decide(request: PersonDecision): Promise<ReviewDocument | Refusal>;
  /** What waits for a person, the earliest deadline first. */
  inbox(filter: { readonly limit?: number }): Promise<readonly Waiting[] | Refusal>;
  readonly agents: Agents;
  /** Agents that review each other (SPEC 5). */
  readonly peer: PeerReview;
  /** Several agents working together (SPEC 8, EVT). */
  readonly runs: Runs;
  /** Coder and reviewer loops (SPEC 8, GATE). */
  readonly gates: Gates;
  /** Tasks of plans (SPEC 8, SVC). */
  readonly tasks: Tasks;
  /** What is learned of creators, and which reviews that may skip (SPEC 7). */
  readonly patterns: Patterns;
  readonly memory: Memory;
  readonly analytics: Analytics;
  /** Looks in git for reverts of what was approved or skipped, and reports those that nobody reported from there. */
  scanOutcomes(): Promise<readonly TracedRevert[] | Refusal>;
  /** How far what reviewers say of their confidence can be believed. */
  calibrations(): Promise<readonly Calibration[] | Refusal>;
  /** The rules that fired, from the journal alone. */
  explain(id: string): Promise<Explanation | ExplainedDecisions | Refusal>;
  /** Events of one review, or of all when `id` is undefined, in order. */
  log(id: string | undefined): Promise<AsyncIterable<Recorded<JournalEvent>> | Refusal>;
  verify(): Promise<Verification | Refusal>;
  /** Decides again from the journal and compares byte for byte; all decided reviews when `id` is undefined. */
  replay(id: string | undefined): Promise<Replayed | Refusal>;
  rebuild(): Promise<Rebuilt | Refusal>;
  backup(file: string): Promise<{ readonly file: string; readonly bytes: number } | Refusal>;
  validatePolicy(file: string | undefined): Promise<PolicyReport | Refusal>;
  explainPolicy(request: ReviewRequest, progress: (step: Progress) => void): Promise<PolicyExplanation | Refusal>;
  /** Decides the recorded history again under the policy of a file, and says what comes out differently. Nothing is recorded. */
  simulatePolicy(ask: SimulatePolicy, progress: (step: Progress) => void): Promise<PolicySimulation | Refusal>;
  /** The policy that the newest commit holds: in force for what is made on top of it. */
  currentPolicy(): Promise<PolicyInForce | Refusal>;
  /** How far the journal is; 0 where there is none. Cheap enough to ask several times a second. */
  position(): Promise<number | Refusal>;
  /** Ids of the reviews that went on after a position. */
  reviewsAfter(position: number): Promise<readonly string[] | Refusal>;
  /** JSON Schema of the policy file. */
  policySchema(): Promise<object>;
  init(request: InitRequest): Promise<InitReport | Refusal>;
  /** `agents`: looks also for the agents that could be asked, which runs each of them for its version and flags. */
  doctor(of?: { readonly agents: boolean }): Promise<readonly Check[]>;
  /** What the parser reads out of a reviewer's answer, and why. */
  readOpinion(request: ReadOpinionFile): Promise<OpinionDocument | Refusal>;
  readonly notifications: Notifications;
  /** What waits for the store, and what became of what waited (SPEC 5.8). It answers where the store does not. */
  spool(ask: { readonly limit: number }): Promise<SpoolReport | Refusal>;
  close(): Promise<void>;
}

export interface DisposeRequest {
  /** Finding id or unambiguous prefix. */
  readonly finding: string;
  readonly state: 'dismissed' | 'risk_accepted' | 'open';
  readonly reason: string;
  readonly actor?: string;
}

export type PersonDecision = {
  /** Review id or unambiguous prefix. */
  readonly review: string;
  readonly note: string;
} & (
  | { readonly outcome: 'approve' | 'request_changes' | 'reject' }
  /** Number of an option of the question. */
  | { readonly option: number }
);

export interface Waiting {
  readonly review: ReviewRow;
  /** What the creator called it; null where it did not. */
  readonly title: string | null;
  /** Null where rules alone, and no two sides, brought it here. */
  readonly question: EscalationDocument | null;
  /** `RULE: REASON` of what is open, the word of whoever escalated it by hand first. */
  readonly reasons: readonly string[];
}

/** What was and is to be told, and to whom. */
export interface Notifications {
  /** Newest first. */
  list(filter: NotificationFilter): Promise<readonly DeliveredNotification[] | Refusal>;
  /** Sends what is due by the channels that the user set up, until `signal` aborts. */
  deliver(signal: AbortSignal): Promise<DeliveryReport | Refusal>;
  /** Makes due what was given up or waits, of one notification or all; the number of deliveries. */
  retry(position: number | undefined): Promise<number | Refusal>;
  /** Gives up what was not delivered; the number of deliveries. */
  drop(what: { readonly position?: number; readonly channel?: string }): Promise<number | Refusal>;
}

export interface NotificationFilter {
  readonly limit: number;
  readonly states?: readonly DeliveryState[];
}

export type DeliveredNotification = NotificationRow & { readonly deliveries: readonly DeliveryRow[] };

export interface SpoolReport extends SpoolStatus {
  /** The latest first; empty where the store cannot be asked. */
  readonly settled: readonly Receipt[];
}

/** Identities: agents and people, each proved by a token. */
export interface Agents {
  add(ask: AddAgent): Promise<IssuedToken | Refusal>;
  list(): Promise<readonly AgentRow[] | Refusal>;
  revoke(ask: { readonly name: string; readonly reason?: string }): Promise<AgentRow | Refusal>;
  /** The old token stops working at once. */
  rotate(name: string): Promise<IssuedToken | Refusal>;
}

export interface AddAgent {
  readonly name: string;
  readonly kind: 'agent' | 'human';
  /** Role of the reviewer matrix; default: the name, `human` for a person. */
  readonly role?: string;
  /** Vendor family, e.g. `anthropic`. */
  readonly family?: string;
  /** Other names and e-mail addresses under which it commits. */
  readonly commitsAs?: readonly string[];
}

export interface IssuedToken {
  readonly agent: AgentRow;
  /** Shown this once and kept nowhere. */
  readonly token: string;
}

export interface ReadOpinionFile {
  /** Absolute path, `-` for standard input. */
  readonly file: string;
  /** Nonce of the packet, where the answer must carry it. */
  readonly nonce?: string;
}

export interface Explanation {
  readonly review: ReviewRow;
  readonly classification: Classification;
  readonly policy: PolicyOrigin;
  readonly rules: readonly RuleResult[];
  readonly outcome: string | null;
}

/** Of a run, a gate or a task: each cycle, iteration or review that was decided. */
export interface ExplainedDecisions {
  readonly of: 'run' | 'gate' | 'task';
  readonly id: string;
  readonly decisions: readonly {
    readonly number: number;
    readonly outcome: string;
    readonly rules: readonly RuleResult[];
  }[];
}

export interface Replayed {
  readonly reviews: number;
  /** Absent where there are none. */
  readonly runs?: number;
  readonly gates?: number;
  readonly tasks?: number;
  /** Reviews, runs, gates and tasks whose replayed decision differs from the recorded one. Empty is what must be. */
  readonly differing: readonly { readonly id: string; readonly recorded: string; readonly replayed: string }[];
}

export interface PolicyReport {
  /** Path, or `default policy` when there is no file. */
  readonly file: string;
  readonly digest: string;
  /** What is no mistake and may not be meant, in sentences. */
  readonly notes: readonly string[];
}

export interface SimulatePolicy {
  readonly file: string;
  /** Only reviews requested at or after it; epoch milliseconds. */
  readonly since?: number;
}

export interface PolicySimulation extends Simulated {
  readonly policy: Pick<PolicyReport, 'file' | 'digest'>;
}

export interface PolicyExplanation {
  readonly policy: PolicyOrigin;
  readonly classification: Classification;
  readonly needsReview: boolean;
  readonly reviewer: { readonly primary: string; readonly backup?: string; readonly escalate?: string };
  readonly criteria: readonly { readonly name: string; readonly required: boolean; readonly description: string }[];
  /** Each rule that was looked at, applicable or not, and why. */
  readonly rules: readonly RuleResult[];
}

/** Agents whose project configuration `init` knows. */
export type AgentClient = 'claude-code' | 'codex' | 'copilot' | 'cursor' | 'gemini' | 'opencode' | 'qwen';

export interface InitRequest {
  readonly dryRun: boolean;
  /** Where to register the MCP server. */
  readonly agents: readonly AgentClient[];
}

export interface InitReport {
  readonly dryRun: boolean;
  readonly files: readonly {
    readonly path: string;
    readonly action: 'created' | 'changed' | 'unchanged';
    /** The whole file; of a changed one the difference. */
    readonly preview: string;
  }[];
}

/** One line of `doctor`. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  readonly remedy?: string;
}
