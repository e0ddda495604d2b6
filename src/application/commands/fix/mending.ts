import type { Review } from '../../../domain/model/review.js';
import type { Progress, ReviewRequest } from '../../application.js';
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
