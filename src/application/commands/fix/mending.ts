import type { Review } from '../../../domain/model/review.js';
import type { Progress, ReviewRequest } from '../../application.js';
import type { RecordEvents } from '../recorder.js';
import type { Planned, ReviewDependencies } from '../plan-review.js';

export interface MendDependencies extends ReviewDependencies {
  readonly progress: (step: Progress) => void;
  readonly signal: AbortSignal;
}

export interface Mending {
  readonly planned: Planned;
  readonly request: ReviewRequest;
  /** The review after its first round. */
  readonly first: Review;
}

export interface Again {
  readonly record: RecordEvents;
  /** What the author made. */
  readonly commit: string;
  /** As the round before it left it. */
  readonly review: Review;
  /** From 1. */
  readonly attempt: number;
}
