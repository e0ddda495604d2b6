import type { Task, TaskDecision, TaskDefinition, TaskOpinion, TaskStages, TaskTrigger } from './task.js';

/** What happens to a task, as the journal keeps it. */
export type TaskFact =
  | { readonly type: 'task_imported'; readonly data: TaskImported }
  | { readonly type: 'task_redefined'; readonly data: TaskRedefined }
  | { readonly type: 'task_started'; readonly data: { readonly assignee: string } }
  | { readonly type: 'task_review_started'; readonly data: TaskReviewStarted }
  | { readonly type: 'task_review_refused'; readonly data: { readonly code: string; readonly message: string } }
  | { readonly type: 'task_review_waits'; readonly data: { readonly review: string; readonly why: string } }
  | { readonly type: 'task_review_completed'; readonly data: TaskReviewed }
  | { readonly type: 'task_review_failed'; readonly data: TaskReviewed }
  | { readonly type: 'task_completed_unreviewed'; readonly data: TaskCompletedUnreviewed }
  | { readonly type: 'task_person_decided'; readonly data: TaskPersonDecided };

export interface TaskRedefined extends TaskDefinition {
  readonly position: number;
  /** As the plan names it; null: whoever starts it. */
  readonly assignee: string | null;
}

export interface TaskImported extends TaskRedefined, Pick<Task, 'plan' | 'key' | 'maxRevisions' | 'notifications'> {}

export interface TaskReviewStarted {
  /** Revisions + 1 (SPEC 3). */
  readonly attempt: number;
  readonly trigger: TaskTrigger;
  /** Of the policy in force now. */
  readonly maxRevisions: number;
  /** Epoch milliseconds until which whoever reviews is believed to live. */
  readonly leaseUntil: number;
}

/** What a review came to: completed where it was approved, else failed (SVC, state events). */
export interface TaskReviewed {
  /** Id of the review; null where there was none. */
  readonly review: string | null;
  readonly said: TaskOpinion;
  readonly stages: TaskStages;
  readonly decision: TaskDecision;
  /** Where the task still awaits a review: epoch milliseconds until which somebody is to begin one. */
  readonly retryUntil: number | null;
}

export interface TaskCompletedUnreviewed {
  readonly trigger: TaskTrigger;
  readonly decision: TaskDecision;
}

export interface TaskPersonDecided {
  /** `reopen`: back to the worker, with as many revisions as at first. */
  readonly outcome: 'complete' | 'reopen';
  readonly person: string;
  readonly note: string;
}
