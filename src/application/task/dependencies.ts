import type { Policy } from '../../domain/model/policy.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { Progress, ReviewRequest } from '../review-request.js';
import type { Caller, IdentifyDependencies } from '../identify.js';
import type { Clock } from '../ports/clock.js';
import type { PlanFiles } from '../ports/plan.js';
import type { ReviewDocument } from '../queries/document.js';

/** What every use case of tasks works with. */
export interface TaskDependencies extends IdentifyDependencies {
  readonly clock: Clock;
  readonly caller: Caller;
  /** Applies what is overdue; the number of deadlines that fired. */
  readonly overdue: () => Promise<number>;
  /** Of the commit that the default branch accepted: what judges does not change with what is judged (SPEC 2, rule 7). */
  readonly policy: () => Promise<Policy | Refusal>;
  readonly showReview: (id: string) => Promise<ReviewDocument | Refusal>;
}

export interface PlanDependencies extends TaskDependencies {
  readonly plans: PlanFiles;
}

export interface ReviewTaskDependencies extends TaskDependencies {
  readonly review: (
    request: ReviewRequest,
    progress: (step: Progress) => void,
    signal: AbortSignal,
  ) => Promise<ReviewDocument | Refusal>;
  /** Ends early, without an error, when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}
