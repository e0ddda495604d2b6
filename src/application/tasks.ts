import type { TaskReviewSettings } from '../domain/model/policy-protocols.js';
import type { Refusal } from '../domain/model/refusal.js';
import type { Progress } from './review-request.js';
import type { TaskRow } from './ports/tasks.js';
import type { DecideTask } from './task/decide-by-person.js';
import type { Imported } from './task/import.js';
import type { TaskView } from './task/look.js';
import type { PlanProgress } from './task/progress.js';
import type { ReviewTask } from './task/review.js';

/** Tasks of plans (SPEC 8, SVC). A task is named by its name in the plan, its id or the beginning of one. */
export interface Tasks {
  /** `plan`: absolute path. */
  import(ask: { readonly plan: string }): Promise<Imported | Refusal>;
  list(ask: { readonly limit?: number }): Promise<readonly TaskRow[] | Refusal>;
  /** Tasks that a person must unblock, the longest blocked first. */
  blocked(limit: number): Promise<readonly TaskRow[] | Refusal>;
  show(task: string): Promise<TaskView | Refusal>;
  start(ask: { readonly task: string; readonly assignee?: string }): Promise<TaskView | Refusal>;
  review(ask: ReviewTask, progress: (step: Progress) => void, signal: AbortSignal): Promise<TaskView | Refusal>;
  /** The task that an agent that went idle worked on; undefined where there is none, or another trigger is set. */
  idle(ask: { readonly assignee?: string }): Promise<string | undefined | Refusal>;
  /** What starts reviews and what reviewers are told, as the policy has it. */
  settings(): Promise<Pick<TaskReviewSettings, 'trigger' | 'context'> | Refusal>;
  decide(ask: DecideTask): Promise<TaskView | Refusal>;
  /** The living table of a plan, default: the one imported last. `write`: put it into the plan file too. */
  progress(ask: { readonly plan?: string; readonly write: boolean }): Promise<PlanProgress | Refusal>;
}
