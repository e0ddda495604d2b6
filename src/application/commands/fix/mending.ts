import type { Judged, Loop } from '../../../domain/fix-loop/loop.js';
import type { Review } from '../../../domain/model/review.js';
import type { Progress, ReviewRequest } from '../../application.js';
import type { Workspace } from '../../ports/workspaces.js';
import type { Fixing, Planned, ReviewDependencies } from '../plan-review.js';
import type { RecordEvents } from '../recorder.js';
import type { Known } from './known.js';

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
  /** Findings of the rounds before. */
  readonly known: Known;
  /** From 1. */
  readonly attempt: number;
}

/** A round of the loop on record. */
export interface Round {
  readonly review: Review;
  readonly judged: Judged;
  readonly known: Known;
}

/** Where a loop stands. */
export interface State {
  readonly review: Review;
  readonly loop: Loop;
  readonly known: Known;
  /** The latest commit of the author; that of the change where there is none. */
  readonly commit: string;
  /** The same, with the ref that keeps it. */
  readonly kept?: { readonly commit: string; readonly ref: string };
}

export interface Going {
  readonly state: State;
  readonly fixing: Fixing;
  readonly workspace: Workspace;
  /** Approaches that were rejected for changes of this kind, in the words of others. */
  readonly rejected: readonly string[];
  readonly record: RecordEvents;
}
