import type { Usage } from '../../../domain/model/opinion.js';

/** What an answer of an API holds. */
export interface Read {
  readonly text: string;
  /** Whether the model stopped because it may say no more. */
  readonly cut: boolean;
  /** Why the server gave up in the middle. */
  readonly failed?: string;
  readonly usage?: Usage;
}
