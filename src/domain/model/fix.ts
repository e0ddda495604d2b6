import type { Finding } from './finding.js';
import type { Evidence, Usage } from './opinion.js';

/** The loop back to the author of one review: what was asked for, and what came of it. */
export interface FixCase extends FixLoopStarted {
  readonly attempts: readonly FixAttempted[];
  /** Findings of earlier rounds; they close when another pair of eyes no longer sees them (SPEC 2, rule 4). */
  readonly earlier: readonly Finding[];
  /** When the latest step of it began; a round that was interrupted is none. Epoch milliseconds. */
  readonly since: number;
  /** Null while the loop goes on. */
  readonly ended: FixLoopEnded | null;
  readonly applied: FixApplied | null;
}

export interface FixLoopStarted {
  /** Name of the agent that mends. */
  readonly author: string;
  readonly cap: number;
  /** Turns that one attempt may take. */
  readonly turns: number;
  /** What a step of the loop may take before whoever runs it counts as gone. */
  readonly minutes?: number;
}

export interface FixAttempted {
  /** From 1. */
  readonly attempt: number;
  readonly ended: 'done' | 'turn_limit' | 'failed';
  /** Why it failed. */
  readonly detail?: string;
  /** Commit and tree that stand after it. */
  readonly commit: string;
  readonly tree: string;
  /** The ref that keeps the commit; absent where nothing was changed yet. */
  readonly ref?: string;
  readonly durationMs: number;
  readonly usage?: Usage;
  readonly evidence?: readonly Evidence[];
}

export interface FixLoopEnded {
  /** `stopped`: by whoever ran it, and nobody is asked. */
  readonly ended: 'passed' | 'escalated' | 'stopped';
  /** Of one that did not pass, as `StopReason` of the fix loop. */
  readonly reason?: string;
  /** What happened, and what remains, in words. */
  readonly text: string;
  /** The latest commit, and the ref that keeps it; absent where no attempt changed anything. */
  readonly commit?: string;
  readonly ref?: string;
}

export interface FixApplied {
  readonly branch: string;
  readonly commit: string;
}
