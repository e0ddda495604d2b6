import type { TaskUnderReview } from '../domain/task/context.js';
import type { ChangeRequest } from './ports/repository.js';

export interface ReviewRequest {
  readonly change: ChangeRequest;
  /** Action type named by the caller. */
  readonly type?: string;
  /** Who made the change; default: the author of its newest commit, else the git user. */
  readonly creator?: string;
  readonly protocol?: string;
  /** Declared scope: globs. */
  readonly scope?: readonly string[];
  readonly autonomy?: string;
  /** Review even where a rule would skip. */
  readonly noSkip: boolean;
  /** Agents that are asked beside those of the policy: names of its `agents`, of the user's configuration, or of programs. */
  readonly panel?: readonly string[];
  /** What the change is to do, as a task of a plan; never of a command line. */
  readonly task?: TaskUnderReview;
  /** An agent mends what the review finds, in a worktree of its own, until it passes or a person is needed (SPEC 6.3). */
  readonly fix?: {
    /** Name of that agent; default: the creator. */
    readonly by?: string;
    /** Put the result on the user's branch when the loop ended in an approval. */
    readonly apply: boolean;
  };
}

export interface Progress {
  /** `change` reading, `policy`, a seat's name, `decision`. */
  readonly who: string;
  readonly step: string;
  /** A remark to keep, not a step that passes: told also where progress is not. */
  readonly lasting?: true;
}
