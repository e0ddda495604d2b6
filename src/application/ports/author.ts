import type { Evidence, Usage } from '../../domain/model/opinion.js';
import type { SeatedAgent } from '../../domain/seating/seating.js';

/** One fix attempt, for an agent to work on. */
export interface FixTask {
  readonly agent: SeatedAgent;
  readonly prompt: string;
  /** The author's own, with the content that is to be mended. */
  readonly directory: string;
  /** Turns after which the agent is to stop. */
  readonly turns: number;
  /** Milliseconds for the whole attempt, the agent's own limit included. */
  readonly timeoutMs: number;
  /** Called once the agent has been started: what is done then, nobody waits for. */
  readonly meanwhile: () => void;
}

export interface Authored {
  readonly ended: 'done' | 'turn_limit' | 'failed';
  /** Why it failed. */
  readonly detail?: string;
  readonly durationMs: number;
  readonly usage?: Usage;
  /** Being kept: what the author made can be taken meanwhile. */
  readonly evidence: Promise<readonly Evidence[]>;
}

/** Lets an agent change files. It never throws for what the agent does; what it says is kept and decides nothing. */
export type AskAuthor = (task: FixTask, progress: (step: string) => void, signal: AbortSignal) => Promise<Authored>;
