import type { GateRecord } from '../../domain/gate/log.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { JsonSchema } from '../prompt/answer-form.js';

/** What an agent said to one prompt, without the credentials that it was handed. */
export type AgentSaid =
  { readonly kind: 'answered'; readonly text: string } | { readonly kind: 'failed'; readonly detail: string };

export interface GatePrompt {
  /** Name of the policy's `agents`, or of the user's own configuration. */
  readonly agent: string;
  readonly prompt: string;
  /** What an answer to this prompt carries: whatever the agent says with it counts, also before its last words; absent: only these do. */
  readonly nonce?: string;
  readonly schema: JsonSchema;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** Agents that are asked one prompt and answer once. It never throws for what an agent does. */
export interface GateAgents {
  /** Why an agent can't be asked here at all. */
  known(agent: string): Refusal | undefined;
  ask(prompt: GatePrompt, signal: AbortSignal): Promise<AgentSaid>;
}

/** The review log of a task: one JSON record a line, appended and on disk when it returns. A warning where it could not be. */
export interface GateLog {
  append(record: GateRecord): Promise<string | undefined>;
}

/** Bytes of an artifact that a reviewer can still be shown whole. */
export const largestArtifact = 200_000;

/** Artifacts in the worktree, by their path from its top. */
export interface ArtifactFiles {
  /**
   * Undefined: there is none, or what stands there is no file. Of a file longer than `largestArtifact` only its beginning, which is longer
   * than any artifact. Throws where it cannot be read.
   */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Never through a link, never into a git directory. A warning where it could not be written. */
  write(path: string, content: Uint8Array): Promise<string | undefined>;
}
