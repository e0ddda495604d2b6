import type { RuleResult } from './decision.js';
import type { NotificationWords } from './notification.js';
import type { TaskReviewSettings } from './policy-protocols.js';

/** States of a task (SVC, task status flow). */
export const taskStatuses = ['pending', 'in_progress', 'awaiting_review', 'complete', 'blocked'] as const;

export type TaskStatus = (typeof taskStatuses)[number];

/** What a review of a task came to (SVC, parsed result); `inconclusive`: nobody judged the whole of it. */
export type TaskResult = 'approved' | 'needs_revision' | 'rejected' | 'inconclusive';

export type TaskTrigger = TaskReviewSettings['trigger'];

/** What a reviewer said of a task. */
export interface TaskOpinion {
  readonly result: TaskResult;
  /** `SEVERITY PLACE: MESSAGE`, the worst first. */
  readonly issues: readonly string[];
  /** One or two sentences; of no opinion: why there is none. */
  readonly summary: string;
  /** A person is needed, whatever the number of the attempt. */
  readonly blocking: boolean;
}

/** What a stage of the review came to, for the living table (V2): `none`: nobody looked. */
export type StageWord = 'pass' | 'fail' | 'none';

export interface TaskStages {
  readonly spec: StageWord;
  readonly quality: StageWord;
}

/** Where a task goes next, with every rule that was looked at. */
export interface TaskDecision {
  readonly status: 'complete' | 'in_progress' | 'awaiting_review' | 'blocked';
  readonly rules: readonly RuleResult[];
}

/** One review of a task. A reviewer that fails uses up no attempt of the author (SPEC 3). */
export interface TaskReview {
  /** Revisions + 1. */
  readonly attempt: number;
  readonly trigger: TaskTrigger;
  /** Id of the review, once it is known. */
  readonly review: string | null;
  readonly said: TaskOpinion | null;
  readonly stages: TaskStages;
  readonly decision: TaskDecision | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; null while it is at work. */
  readonly endedAt: number | null;
}

/** What is to be done, as the plan says it. */
export interface TaskDefinition {
  readonly title: string;
  readonly scope: string | null;
  readonly acceptance: string | null;
  /** Ids of the tasks that must be complete before this one starts. */
  readonly dependsOn: readonly string[];
}

/** A part of what reviewers are told of a task, of text that nobody vouches for. */
export interface ContextPart {
  readonly label: string;
  readonly text: string;
}

/** Why a task is complete: `reviewed`; `reviews_disabled`: nobody looked; `person`: a person's word. */
export type TaskCompletion = 'reviewed' | 'reviews_disabled' | 'person';

/** A task of a plan (SPEC 8, SVC). */
export interface Task extends TaskDefinition {
  readonly id: string;
  /** Path of the plan file from the top of the repository. */
  readonly plan: string;
  /** Its name in the plan, mostly a number. */
  readonly key: string;
  /** Place in the plan, from 1. */
  readonly position: number;
  readonly status: TaskStatus;
  /** What the plan asked for when work first began; null until then. */
  readonly startedAs: Pick<TaskDefinition, 'title' | 'scope' | 'acceptance'> | null;
  readonly assignee: string | null;
  readonly maxRevisions: number;
  readonly notifications: NotificationWords;
  /** Attempts that were sent back. */
  readonly revisions: number;
  /** Reviews in a row that judged nothing. */
  readonly failures: number;
  readonly reviews: readonly TaskReview[];
  readonly completion: TaskCompletion | null;
  /** Why it is blocked, in a sentence. */
  readonly why: string | null;
  /** Id of the review whose decision a person owes. */
  readonly waitsFor: string | null;
  /** Epoch milliseconds. */
  readonly importedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** When whoever reviews it, or should, is given up; null where nobody owes a review. */
  readonly dueAt: number | null;
  readonly blockedAt: number | null;
  readonly personDecision: { readonly person: string; readonly note: string; readonly at: number } | null;
}
