import type { StageWord, Task } from '../../domain/model/task.js';

/** A row of the list of tasks. */
export interface TaskRow extends Pick<
  Task,
  | 'id'
  | 'plan'
  | 'key'
  | 'position'
  | 'title'
  | 'status'
  | 'assignee'
  | 'revisions'
  | 'maxRevisions'
  | 'completion'
  | 'why'
  | 'waitsFor'
  | 'importedAt'
  | 'startedAt'
  | 'endedAt'
  | 'blockedAt'
> {
  /** Of the latest review that ended. */
  readonly spec: StageWord;
  readonly quality: StageWord;
  /** Id of the latest review. */
  readonly review: string | null;
}

export interface TaskFilter {
  readonly plan?: string;
  readonly key?: string;
  /** Only those that stand so. */
  readonly status?: readonly Task['status'][];
  /** Only those that a person must unblock, the longest blocked first. */
  readonly blocked?: boolean;
  /** Only those whose review a person is to decide. */
  readonly waiting?: boolean;
  /** Default 50. */
  readonly limit?: number;
}

/** Questions about tasks. */
export interface TaskReadModels {
  /** The plan that was imported last comes first, its tasks in their order. */
  listTasks(filter?: TaskFilter): Promise<readonly TaskRow[]>;
  /** Tasks whose id starts with `prefix`, at most 10. */
  findTasks(prefix: string): Promise<readonly TaskRow[]>;
  /** Tasks of which something is due at or before `now`, the earliest first. */
  dueTasks(now: number, limit: number): Promise<readonly { readonly id: string; readonly dueAt: number }[]>;
}
