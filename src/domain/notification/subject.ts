import type { Gate } from '../model/gate.js';
import type { PatternSwitch } from '../model/pattern.js';
import type { Review } from '../model/review.js';
import type { Run } from '../model/run.js';
import type { Task } from '../model/task.js';

/** What a message is about, where it is no review. */
export type OtherSubject = 'run' | 'gate' | 'task' | 'pattern';

/** What a message says of its subject: a review, or something else in the same words. */
export interface Subject {
  /** Absent: a review. */
  readonly subject?: OtherSubject;
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly creator: string;
  readonly reviewer: string | null;
  readonly revision: number;
}

export function reviewSubject({ id, change, type, status, creator, reviewer, revision }: Review): Subject {
  return { id, title: change.title, type, status, creator, reviewer, revision };
}

/** A run, whose number of cycles stands for the revision. */
export function runSubject({ id, title, status, startedBy, cycles }: Run): Subject {
  return {
    subject: 'run',
    ...{ id, title, status },
    type: 'run',
    creator: startedBy,
    reviewer: null,
    revision: cycles.length,
  };
}

/** A gate, whose task is its title and whose number of iterations stands for the revision. */
export function gateSubject({ id, task, status, coder, reviewer, iterations }: Gate): Subject {
  return {
    subject: 'gate',
    id,
    title: task,
    type: 'gate',
    status,
    creator: coder,
    reviewer,
    revision: iterations.length,
  };
}

/** A task of a plan; what its reviewers are, its reviews say. */
export function taskSubject({ id, title, status, assignee, revisions }: Task): Subject {
  return {
    subject: 'task',
    ...{ id, title, status },
    type: 'task',
    creator: assignee ?? '',
    reviewer: null,
    revision: revisions,
  };
}

/** A pattern, whose id says all there is of it. */
export function patternSubject({ id }: Pick<PatternSwitch, 'id'>): Subject {
  return {
    subject: 'pattern',
    ...{ id, title: id },
    type: 'pattern',
    status: 'suggested',
    creator: '',
    reviewer: null,
    revision: 0,
  };
}
