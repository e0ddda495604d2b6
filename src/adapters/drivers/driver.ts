import type { JsonSchema } from '../../application/prompt/answer-form.js';
import type { Usage } from '../../domain/model/opinion.js';
import type { SeatFailure } from '../../domain/model/seat.js';
import type { Checkout } from './isolation/checkout.js';

/** One prompt to one reviewer. */
export interface DriverCall {
  readonly prompt: string;
  /** What an answer to this prompt has to carry; absent: the last words are the answer. */
  readonly nonce?: string;
  /** Form of the answer, for drivers whose model takes one. */
  readonly schema: JsonSchema;
  /** Written when a driver first asks for it, and shared by the seats of a review. */
  readonly checkout: () => Promise<Checkout>;
  readonly limits: CallLimits;
  /** Asked to change the files of the checkout, which is then its own; absent: it may only read. */
  readonly author?: Authoring;
  readonly signal: AbortSignal;
  /** What is being done now, a few words. */
  readonly progress: (step: string) => void;
}

export interface Authoring {
  /** Turns after which it is to stop, for agents that count them. */
  readonly turns: number;
}

export interface CallLimits {
  /** Milliseconds for the whole answer. */
  readonly wallMs: number;
  /** Longest silence, milliseconds, for drivers that hear something while the reviewer works. */
  readonly idleMs: number;
  /** What the answer may cost, US dollars, for programs that can be told; absent: no bound. */
  readonly costUsd?: number;
}

/** What came back. An answer is text that is still to be read; it never throws for what a reviewer does. */
export type DriverAnswer = (
  | { readonly kind: 'answered'; readonly text: string }
  | ({ readonly kind: 'failed' } & { readonly failure: SeatFailure })
) & {
  /** What was said and how it ended, for the record; secrets are still in it. */
  readonly transcript: string;
  /** Values that must not be kept. */
  readonly secrets: readonly string[];
  readonly usage?: Usage;
};

/** One way to ask a reviewer. */
export interface Driver {
  /** What is asked, for progress and records: `claude 2.1.197`. */
  readonly name: string;
  /** Whether it works on the checkout. One that does not is told that it can't look at other files. */
  readonly readsCheckout: boolean;
  /** Whether it can be given the right to change files, and no other right with it. */
  readonly writesCheckout?: true;
  readonly ask: (call: DriverCall) => Promise<DriverAnswer>;
}

/** A driver that can be asked, or why there is none. */
export type DriverFound = { readonly driver: Driver } | { readonly failure: SeatFailure };
