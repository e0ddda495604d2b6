import type { RuleResult } from './decision.js';
import type { NotificationWords } from './notification.js';
import type { Severity } from './verdict.js';

/** Words of EVT for what a peer says of the others' work. */
export const cycleVerdicts = ['approved', 'concerns', 'blocker'] as const;
export type CycleVerdict = (typeof cycleVerdicts)[number];

/** What an agent tells its run (EVT section 1). */
export const runEventKinds = ['milestone', 'blocker', 'request_review'] as const;
export type RunEventKind = (typeof runEventKinds)[number];

/** What opens a cycle (EVT section 1). */
export type RunTrigger = RunEventKind | 'user_manual' | 'timeout_fallback';

/** What the four rules make of a cycle (EVT section 4), and what they make of one that somebody owes an answer to. */
export type CycleAction =
  'stop_and_escalate' | 'pause_and_clarify' | 'log_and_continue' | 'continue' | 'wait_for_missing';

/** What deterministic code made of the answers of one cycle. */
export interface CycleDecision {
  readonly action: CycleAction;
  readonly outcome: 'paused' | 'inconclusive' | 'flagged' | 'approved';
  /** Each rule that was looked at. */
  readonly rules: readonly RuleResult[];
}

/** One problem that a peer sees. */
export interface RunIssue {
  readonly severity: Severity;
  /** The reviewer's own word, where it differs. */
  readonly statedSeverity?: string;
  readonly description: string;
  readonly file?: string;
}

/** A problem on the list of its run: none is ever lost (SPEC 2, rule 8). */
export interface ListedIssue extends RunIssue {
  readonly cycle: number;
  readonly reviewer: string;
  readonly verdict: CycleVerdict;
}

/** What one peer answered (EVT section 3). */
export interface CycleAnswer {
  readonly reviewer: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly verdict: CycleVerdict;
  readonly summary: string;
  readonly issues: readonly RunIssue[];
}

/** One look of all peers at each other's work. */
export interface RunCycle {
  /** From 1. */
  readonly number: number;
  readonly trigger: RunTrigger;
  /** Who or what caused it. */
  readonly by: string;
  /** Who owes an answer. */
  readonly asked: readonly string[];
  /** What each agent reported, as it stood when the cycle was opened; by agent. */
  readonly summaries: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly openedAt: number;
  /** Epoch milliseconds at which who has not answered is missing. */
  readonly dueAt: number;
  readonly answers: readonly CycleAnswer[];
  /** Answers that came after the decision: on record, and they approve nothing. */
  readonly late: readonly CycleAnswer[];
  readonly decision: CycleDecision | null;
  /** Epoch milliseconds. */
  readonly decidedAt: number | null;
}

/** `unanswered`: the agents owe a clarification and its time is over. */
export type PauseCause = 'blocker' | 'concerns' | 'missing_answer' | 'unanswered';

export interface RunPause {
  readonly cause: PauseCause;
  readonly cycle: number;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Agents that have answered the clarification prompt. */
  readonly clarified: readonly string[];
}

/** Numbers and names in force from the start to the end of a run. */
export interface RunTerms {
  /** Minutes without a word of any agent after which a cycle opens by itself (EVT: 15). */
  readonly silenceMinutes: number;
  /** Minutes in which a peer answers, and in which agents answer a clarification prompt. */
  readonly answerMinutes: number;
  /** Longest summary of an answer, in words (EVT: 200). */
  readonly maxWords: number;
  readonly focusAreas: readonly string[];
}

export type RunStatus = 'running' | 'paused' | 'stopped';

/** Several agents working together: the state that the events of one run stream add up to. */
export interface Run {
  readonly id: string;
  readonly title: string;
  readonly agents: readonly string[];
  readonly startedBy: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly terms: RunTerms;
  readonly notifications: NotificationWords;
  readonly status: RunStatus;
  /** A concern of the latest cycle is on the list and work goes on. */
  readonly flagged: boolean;
  /** Epoch milliseconds: silence is counted from here. */
  readonly timerSince: number;
  /** What each agent has reported since the latest cycle was opened. */
  readonly reported: Readonly<Record<string, readonly string[]>>;
  /** The oldest first; the last may be open. */
  readonly cycles: readonly RunCycle[];
  readonly issues: readonly ListedIssue[];
  readonly pause: RunPause | null;
  readonly stoppedAt: number | null;
}

export type RunDeadlineKind = 'agents_silent' | 'answers_missing' | 'clarification_missing';

export interface RunDeadline {
  readonly kind: RunDeadlineKind;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/** The cycle that waits for answers. */
export function openCycle({ cycles }: Pick<Run, 'cycles'>): RunCycle | undefined {
  const last = cycles.at(-1);
  return last?.decision === null ? last : undefined;
}

/** Who of a cycle owes an answer. */
export function missingFrom({ asked, answers }: WithAnswers): readonly string[] {
  return asked.filter((agent) => !answers.some(({ reviewer }) => reviewer === agent));
}

interface WithAnswers extends Pick<RunCycle, 'asked'> {
  readonly answers: readonly Pick<CycleAnswer, 'reviewer'>[];
}
