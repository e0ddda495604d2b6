import type { Seat } from './seat.js';

/** A reviewer or creator that policy knows by name (SPEC 5.2 `agents`). */
export interface AgentEntry {
  /** Kebab-case. */
  readonly role: string;
  readonly driver: Seat['driver'];
  /** Program or service it is reached through; the agent's own name where left out. */
  readonly via?: AgentVia;
  /** Vendor family: named where two models of one raise the same (SPEC 7), and where the policy bars the creator's (SPEC 5.4). */
  readonly family?: string;
  readonly model?: string;
  /** Of an agent that comes by itself: who is asked, in this order, where it does not come in time. Names of agents. */
  readonly fallback?: readonly string[];
  readonly limits: {
    readonly timeoutMinutes?: number;
    readonly idleMinutes?: number;
    readonly openReviews?: number;
    /** Minutes in which an agent with a `fallback` is to start. */
    readonly claimMinutes?: number;
    /** Size of one prompt in kilobytes, for models that read less than others. */
    readonly promptKilobytes?: number;
  };
}

/** What each driver can be asked through. A policy names one of these and no command line: it is read from a repository. */
export const agentVias = {
  cli: ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'qwen', 'cursor'],
  acp: ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'qwen'],
  model: ['anthropic', 'openai', 'ollama'],
} as const;

export type AgentVia = (typeof agentVias)[keyof typeof agentVias][number];

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
  /** Prompt template that a driver runs; `/NAME` or `NAME`. */
  readonly command: string;
  /** What the agents run for it; null: their own. */
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
