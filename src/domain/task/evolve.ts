import { BrokenHistory } from '../model/broken-history.js';
import type { Recorded, TaskEvent } from '../model/event.js';
import type {
  TaskFact,
  TaskImported,
  TaskPersonDecided,
  TaskReviewed,
  TaskReviewStarted,
} from '../model/task-event.js';
import type { Task, TaskReview, TaskTrigger } from '../model/task.js';

/** State after all events of one task stream; undefined for an empty stream. */
export function foldTask(events: readonly Recorded<TaskEvent>[]): Task | undefined {
  let task: Task | undefined;
  for (const event of events) task = evolveTask(task, event);
  return task;
}

/** State after one more event. Throws `BrokenHistory` when the event cannot follow. */
export function evolveTask(task: Task | undefined, recorded: Recorded<TaskEvent>): Task {
  const event = { type: recorded.type, data: recorded.data } as TaskEvent;
  if (event.type === 'task_imported') {
    if (task !== undefined) throw new BrokenHistory(`${recorded.stream}: imported twice`);
    return imported(recorded, event.data);
  }
  if (task === undefined) throw new BrokenHistory(`${recorded.stream}: ${event.type} before task_imported`);
  const { at } = recorded;
  switch (event.type) {
    case 'task_redefined':
      return { ...task, ...event.data, assignee: event.data.assignee ?? task.assignee };
    case 'task_started':
      return started(task, event.data.assignee, at);
    case 'task_completed_unreviewed':
      return { ...task, status: 'complete', completion: 'reviews_disabled', endedAt: at, dueAt: null };
    case 'task_person_decided':
      return personDecided(task, event.data, at);
    case 'attempt_refused':
      return task;
    default:
      return evolveReview(task, event, at);
  }
}

function started(task: Task, assignee: Task['assignee'], at: number): Task {
  const { title, scope, acceptance } = task;
  const startedAs = task.startedAs ?? { title, scope, acceptance };
  return { ...task, status: 'in_progress', assignee, startedAs, startedAt: task.startedAt ?? at };
}

type ReviewFact = Extract<TaskFact, { readonly type: `task_review_${string}` }>;

function evolveReview(task: Task, event: ReviewFact, at: number): Task {
  switch (event.type) {
    case 'task_review_started':
      return reviewStarted(task, event.data, at);
    case 'task_review_refused':
      return { ...task, status: 'in_progress', dueAt: null, reviews: task.reviews.slice(0, -1) };
    case 'task_review_waits':
      return { ...withLast(task, { review: event.data.review }), dueAt: null, waitsFor: event.data.review };
    case 'task_review_completed':
    case 'task_review_failed':
      return reviewed(task, event.data, at);
  }
}

function imported(recorded: Recorded<TaskEvent>, data: TaskImported): Task {
  return {
    ...data,
    id: recorded.stream.slice('task/'.length),
    status: 'pending',
    revisions: 0,
    failures: 0,
    reviews: [],
    completion: null,
    why: null,
    waitsFor: null,
    importedAt: recorded.at,
    startedAs: null,
    startedAt: null,
    endedAt: null,
    dueAt: null,
    blockedAt: null,
    personDecision: null,
  };
}

function reviewStarted(
  task: Task,
  { attempt, trigger, maxRevisions, leaseUntil }: TaskReviewStarted,
  at: number,
): Task {
  const review = begun(attempt, trigger, at);
  return { ...task, status: 'awaiting_review', maxRevisions, dueAt: leaseUntil, reviews: [...task.reviews, review] };
}

function reviewed(task: Task, { review, said, stages, decision, retryUntil }: TaskReviewed, at: number): Task {
  const { status, rules } = decision;
  const again = task.reviews.at(-1)?.endedAt ?? null;
  // Nobody began the review that was owed: it failed all the same, without having been started.
  const from = again === null ? task : { ...task, reviews: [...task.reviews, unbegun(task, at)] };
  const failed = said.result === 'inconclusive';
  return {
    ...withLast(from, { review, said, stages, decision, endedAt: at }),
    status,
    revisions: status === 'in_progress' ? task.revisions + 1 : task.revisions,
    failures: failed ? task.failures + 1 : 0,
    waitsFor: null,
    dueAt: status === 'awaiting_review' ? retryUntil : null,
    completion: status === 'complete' ? 'reviewed' : null,
    endedAt: status === 'complete' ? at : null,
    blockedAt: status === 'blocked' ? at : null,
    why: status === 'blocked' ? (rules.find(({ result }) => result === 'unsatisfied')?.reason ?? null) : null,
  };
}

function unbegun({ revisions, reviews }: Task, at: number): TaskReview {
  return begun(revisions + 1, reviews.at(-1)?.trigger ?? 'explicit', at);
}

function begun(attempt: number, trigger: TaskTrigger, at: number): TaskReview {
  return {
    ...{ attempt, trigger },
    review: null,
    said: null,
    stages: { spec: 'none', quality: 'none' },
    decision: null,
    startedAt: at,
    endedAt: null,
  };
}

function withLast(task: Task, more: Partial<TaskReview>): Task {
  const last = task.reviews.at(-1);
  if (last === undefined) throw new BrokenHistory(`task ${task.id}: a review ended that nobody began`);
  return { ...task, reviews: [...task.reviews.slice(0, -1), { ...last, ...more }] };
}

function personDecided(task: Task, { outcome, person, note }: TaskPersonDecided, at: number): Task {
  const after = { ...task, personDecision: { person, note, at }, blockedAt: null, why: null, failures: 0 };
  if (outcome === 'complete') return { ...after, status: 'complete', completion: 'person', endedAt: at };
  return { ...after, status: 'in_progress', revisions: 0 };
}

/** When a task that owes or is owed a review is given up next, epoch milliseconds; null while nothing is due. */
export function taskDue({ status, dueAt }: Task): number | null {
  return status === 'awaiting_review' ? dueAt : null;
}

/** Whether somebody reviews it now. */
export function isUnderReview({ status, reviews }: Task): boolean {
  const last = reviews.at(-1);
  return status === 'awaiting_review' && last?.endedAt === null;
}
