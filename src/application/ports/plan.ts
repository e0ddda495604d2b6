import type { Refusal } from '../../domain/model/refusal.js';
import type { LivingRow } from '../../domain/task/living-table.js';

/** A task as a plan file has it. */
export interface PlannedTask {
  /** Its name in the plan: a number, or a word. */
  readonly key: string;
  readonly title: string;
  readonly scope: string | null;
  readonly acceptance: string | null;
  readonly assignee: string | null;
  /** Keys of the tasks that come before. */
  readonly dependsOn: readonly string[];
  /** What the file says of its status; null where it says nothing. It decides nothing. */
  readonly status: string | null;
}

export interface Plan {
  readonly tasks: readonly PlannedTask[];
}

/** A plan with the living table written into it. */
export interface WrittenPlan {
  readonly text: string;
  /** Titles of columns of the living table that the file has no place for. */
  readonly missing: readonly string[];
}

/** Plan files of a worktree. Paths are from its top. */
export interface PlanFiles {
  /** Refused with `no_such_file`, `plan_invalid`. */
  readonly read: (path: string) => Promise<string | Refusal>;
  /** Replaces the file in one step, or not at all. */
  readonly write: (path: string, text: string) => Promise<Refusal | undefined>;
  /** All mistakes at once, each with its line; `plan_invalid`. */
  readonly parse: (text: string, path: string) => Plan | Refusal;
  /** No byte but those of the cells that change. Refused with `no_task_table` where there is no table. */
  readonly fill: (text: string, path: string, rows: readonly LivingRow[]) => WrittenPlan | Refusal;
}
