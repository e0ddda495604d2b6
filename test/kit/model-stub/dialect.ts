import type { Conversation, Reply } from './script.js';

export type Spoken = Extract<Reply, { kind: 'text' | 'call' }>;

export interface ServerSentEvent {
  readonly event?: string;
  /** JSON, or a bare word such as `[DONE]`. */
  readonly data: unknown;
}

/** One way in which clients speak to a model. */
export interface Dialect {
  readonly name: 'anthropic' | 'gemini' | 'openai-chat' | 'openai-responses';
  readonly accepts: (path: string) => boolean;
  /** Reads a request body. @throws ZodError for a body that no client sends. */
  readonly read: (body: unknown, path: string) => Conversation;
  /** The whole reply; `number` is unique in the life of the stub. */
  readonly whole: (reply: Spoken, number: number) => unknown;
  /** The same as a stream. */
  readonly events: (reply: Spoken, number: number) => readonly ServerSentEvent[];
  readonly fault: (status: number, message: string) => unknown;
}
