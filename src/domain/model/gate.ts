import type { RuleResult } from './decision.js';
import type { NotificationWords } from './notification.js';

/** Questions that a reviewer of a gate answers beside its decision (GATE, decision schema). */
export const qualityCheckNames = [
  'acceptance_criteria_met',
  'code_standards_met',
  'test_coverage_adequate',
  'security_review_passed',
] as const;

export type QualityChecks = Readonly<Record<(typeof qualityCheckNames)[number], boolean | null>>;

export type GateWord = 'GO' | 'NO_GO';

/** What came of one exit condition. */
export interface ConditionResult {
  readonly condition: string;
  readonly result: 'holds' | 'fails' | 'error';
  /** Of an error: why. */
  readonly detail?: string;
}

/** What a reviewer said of one artifact. */
export interface GateReview {
  /** Null: no answer that could be read. */
  readonly decision: GateWord | null;
  readonly feedback: string;
  readonly qualityChecks: QualityChecks;
  /** Why there is no decision. */
  readonly failure?: string;
}

export interface GateDecision {
  readonly outcome: 'approved' | 'changes_requested' | 'inconclusive' | 'escalated';
  readonly rules: readonly RuleResult[];
}

/** One artifact and what became of it. */
export interface GateIteration {
  /** From 1. */
  readonly iteration: number;
  /** `sha256` hex of the artifact; null where the coder made none. */
  readonly artifact: string | null;
  /** Why there is none. */
  readonly failure: string | null;
  /** `sha256` hex of what somebody had written into the file, beside the gate, and the coder was shown; null: nothing. */
  readonly edit: string | null;
  readonly review: (GateReview & { readonly conditions: readonly ConditionResult[] }) | null;
  readonly decision: GateDecision | null;
  /** Epoch milliseconds of the decision, of the artifact while there is none. */
  readonly at: number;
}

/** What a task of a workflow says of its gate, in force for one run of it. */
export interface GateTerms {
  readonly maxIterations: number;
  /** Expressions over `review`; all must hold for a GO to count. */
  readonly exitConditions: readonly string[];
  readonly acceptanceCriteria: readonly string[];
  /** Milliseconds that one answer of an agent may take. */
  readonly timeoutMs: number;
}

/** Where the Standards section came from. */
export interface GateStandards {
  readonly file: string;
  /** `sha256` hex of the section. */
  readonly digest: string;
}

/**
 * `ungated`: the overlay is off, so nobody reviewed; `waiting`: a person decides; `ready`: a person gave more iterations;
 * `no_go`: a person ended it.
 */
export type GateStatus = 'coding' | 'reviewing' | 'go' | 'no_go' | 'waiting' | 'ready' | 'ungated';

/** A coder and a reviewer that never switch, and the artifact between them (GATE). */
export interface Gate {
  readonly id: string;
  readonly task: string;
  readonly workflow: string;
  readonly description: string;
  readonly coder: string;
  /** Null where the overlay is off. */
  readonly reviewer: string | null;
  readonly terms: GateTerms;
  readonly standards: GateStandards | null;
  /** File that the artifact is written to, from the top of the repository; null: it is only kept. */
  readonly artifactPath: string | null;
  readonly notifications: NotificationWords;
  readonly status: GateStatus;
  readonly iterations: readonly GateIteration[];
  /** Iterations that a person added. */
  readonly extended: number;
  /** Index of the first iteration since the latest extension: repetition is counted from there. */
  readonly since: number;
  /** `sha256` hex of the artifact that counts; null until there is a GO. */
  readonly locked: string | null;
  /** What somebody wrote into the file, beside the gate, and the artifact took the place of: `sha256` hex, epoch milliseconds. */
  readonly edits: readonly { readonly digest: string; readonly at: number }[];
  /** Why it waits for a person: a stop reason of the loop, `exit_condition`, `interrupted`. */
  readonly reason: string | null;
  /** The same in a sentence. */
  readonly why: string | null;
  readonly startedBy: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Until when whoever works on it is believed to live, epoch milliseconds. */
  readonly leaseUntil: number | null;
  readonly waitingSince: number | null;
  readonly personDecision: { readonly person: string; readonly note: string; readonly at: number } | null;
}
