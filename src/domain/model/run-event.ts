import type { NotificationWords } from './notification.js';
import type { CycleAnswer, CycleDecision, RunDeadlineKind, RunEventKind, RunTerms, RunTrigger } from './run.js';

/** Facts of one run (SPEC 8, EVT), beside refused attempts. */
export type RunFact =
  | { readonly type: 'run_started'; readonly data: RunStarted }
  | { readonly type: 'run_reported'; readonly data: RunReported }
  | { readonly type: 'cycle_opened'; readonly data: CycleOpened }
  | { readonly type: 'cycle_answered'; readonly data: CycleAnswered }
  | { readonly type: 'cycle_decided'; readonly data: { readonly cycle: number; readonly decision: CycleDecision } }
  | { readonly type: 'run_deadline_fired'; readonly data: RunDeadlineFired }
  | { readonly type: 'run_resumed'; readonly data: { readonly person: string; readonly note: string } }
  | { readonly type: 'run_stopped'; readonly data: { readonly by: string; readonly reason: string } };

export interface RunStarted {
  readonly title: string;
  readonly agents: readonly string[];
  readonly terms: RunTerms;
  readonly notifications: NotificationWords;
}

/** What an agent told its run. */
export interface RunReported {
  readonly agent: string;
  readonly kind: RunEventKind;
  readonly summary: string;
}

/** All peers are asked from now on. */
export interface CycleOpened {
  readonly number: number;
  readonly trigger: RunTrigger;
  readonly by: string;
  readonly asked: readonly string[];
  /** As `RunCycle.summaries`. */
  readonly summaries: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

export interface CycleAnswered extends Omit<CycleAnswer, 'at'> {
  readonly cycle: number;
  /** It came after the decision. */
  readonly late: boolean;
}

/** As `DeadlineFired`, of a run. */
export interface RunDeadlineFired {
  readonly kind: RunDeadlineKind;
  /** Epoch milliseconds at which it was due, however late it fired. */
  readonly dueAt: number;
}
