import type * as z from 'zod';
import type { PeerReview } from '../../../application/peer-review.js';
import type { Runs } from '../../../application/runs.js';
import type { Refusal } from '../../../domain/model/refusal.js';
import type { Host } from '../host.js';
import type { ObjectSchema } from '../schema/json-schema.js';
import type { Delivered } from './delivered.js';

/** What a tool works with beside its arguments. */
export interface Call {
  readonly peer: PeerReview;
  readonly runs: Runs;
  readonly delivered: Delivered;
  /** Tells a client that waits that the work goes on. */
  readonly progress: (step: string) => void;
  /** Aborted when the client cancels. */
  readonly signal: AbortSignal;
}

/** What every object of an answer holds. */
export interface Answered {
  /** What the agent should do next. */
  readonly next: string;
}

/** The contents of an answer, and the text for clients that show only text; by default the object itself. */
export interface Answer<T extends Answered = Answered> {
  readonly content: T;
  readonly text?: string;
}

/** One tool as its file describes it. */
export interface Description<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it changes nothing; whether the same call twice has one effect. */
  readonly hints: { readonly reads: boolean; readonly idempotent: boolean };
  /** `agent`: only for those who prove who they are. */
  readonly caller: 'anybody' | 'agent';
  /** The word for it on record, where it is about a review or a finding that is there. */
  readonly verb?: string;
  readonly input: Input;
  readonly output: Output;
  /** Brings other known shapes of the arguments into the one of `input`. */
  readonly accept?: (given: Record<string, unknown>) => Record<string, unknown>;
  /** Names everything else that is wrong with arguments of which some cannot be read. */
  readonly unread?: (refusal: Refusal, given: Record<string, unknown>, peer: PeerReview) => Promise<Refusal>;
  readonly call: (input: z.infer<Input>, call: Call) => Promise<Answer<z.input<Output> & Answered> | Refusal>;
}

/** One tool as the server lists and calls it. */
export interface Tool {
  readonly name: string;
  /** The entry of `tools/list`. */
  listed(): ListedTool;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  call(given: unknown, host: Host, around: Omit<Call, 'peer' | 'runs'>): Promise<Answer | Refusal>;
}

export interface ListedTool {
  [key: string]: unknown;
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: Omit<ObjectSchema, 'required'>;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  _meta: Record<string, unknown>;
}
