import type { Seat } from './seat.js';

/** A reviewer or creator that policy knows by name (SPEC 5.2 `agents`). */
export interface AgentEntry {
  /** Kebab-case. */
  readonly role: string;
  readonly driver: Seat['driver'];
  /** Vendor family: seats of one family count as fewer independent votes (SPEC 7). */
  readonly family?: string;
  readonly model?: string;
  readonly limits: {
    readonly timeoutMinutes?: number;
    readonly idleMinutes?: number;
    readonly openReviews?: number;
  };
}

/** What the protocols other than `standards` read from the policy, in normal form (SPEC 5.2, last keys). */
export interface ProtocolSettings {
  readonly taskReview: TaskReviewSettings;
  readonly panel: PanelSettings;
  readonly gate: GateSettings;
  readonly run: RunSettings;
}

/** Key `task_review` (SVC). */
export interface TaskReviewSettings {
  readonly enabled: boolean;
  /** Prompt template that a driver runs. */
  readonly command: string;
  readonly model: string | null;
  readonly maxRevisions: number;
  readonly trigger: 'script_completion' | 'session_idle' | 'explicit';
  readonly context: {
    readonly taskDefinition: boolean;
    readonly gitDiff: boolean;
    readonly testResults: boolean;
    readonly lintResults: boolean;
    readonly sessionLog: boolean;
  };
}

/** Key `review` (V2). */
export interface PanelSettings {
  readonly strategy: 'parallel' | 'single';
  /** The last is the strongest (SPEC 6.4). */
  readonly parallelModels: readonly string[];
  readonly singleModel: string;
  readonly speculativeQuality: boolean;
  /** 1-5. */
  readonly maxFixIterations: number;
  /** 5-30. */
  readonly fixTimeoutTurns: number;
  readonly autoApprove: boolean;
  readonly autoReject: boolean;
}

/** Key `overlays.agentic_review` (GATE). */
export interface GateSettings {
  readonly enabled: boolean;
  readonly coderAgent: string | null;
  readonly reviewerAgent: string | null;
  readonly maxIterations: number;
  readonly exitConditions: readonly string[];
}

/** Key `run` (EVT). */
export interface RunSettings {
  readonly silenceMinutes: number;
  readonly maxWords: number;
  readonly focusAreas: readonly string[];
}
