import type { TaskEvent } from '../../domain/model/event.js';
import type { Policy } from '../../domain/model/policy.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Task, TaskTrigger } from '../../domain/model/task.js';
import { decideUnreviewed } from '../../domain/protocols/task/decide.js';
import { isUnderReview } from '../../domain/task/evolve.js';
import type { Progress, ReviewRequest } from '../review-request.js';
import type { ReviewDocument } from '../queries/document.js';
import type { ReviewTaskDependencies } from './dependencies.js';
import { ended } from './ended.js';
import { upToDate, viewOf, type TaskView } from './look.js';
import { outcomeOf } from './outcome.js';
import { findTaskRow, loadTask, recordTask } from './record.js';
import { notStartable } from './start.js';
import { creatorOfTask } from './worker.js';

export interface ReviewTask {
  readonly task: string;
  readonly trigger: TaskTrigger;
  /** Which change is meant, and who is asked beside the policy's reviewers. */
  readonly request: Omit<ReviewRequest, 'noSkip' | 'fix' | 'task'>;
  /** What the command that did the task said. */
  readonly sessionLog?: string;
}

/** Before a review whose reviewers failed is begun again, once and twice. Milliseconds. */
const backOff = [1_000, 5_000];
/** Beside the time that an answer of an agent may take, a fallback and the test command included. Milliseconds. */
const spare = 30 * 60_000;

/**
 * Reviews what a task came to by the reviewers that the policy names. Approved: complete. Changes requested: back to the worker
 * with what to change. A rejection, or changes at the cap: blocked, and a person is told. Reviewers that fail are asked again,
 * then it is blocked (SVC; SPEC 3). Where the policy turns task reviews off it is complete, and on record as not reviewed.
 */
export async function reviewTask(
  on: ReviewTaskDependencies,
  ask: ReviewTask,
  progress: (step: Progress) => void,
  signal: AbortSignal,
): Promise<TaskView | Refusal> {
  await upToDate(on);
  const row = await findTaskRow(on.store, ask.task);
  if (isRefusal(row)) return row;
  const policy = await on.policy();
  if (isRefusal(policy)) return policy;
  const actor = await on.caller.claimed();
  if (!policy.taskReview.enabled) return unreviewed(on, row.id, actor, ask.trigger);
  const made = await creatorOfTask(on, (await loadTask(on.store, row.id)).task, ask.request, policy);
  if (isRefusal(made)) return made;
  for (let failed = 0; ; failed++) {
    const begun = await recordTask(
      on,
      row.id,
      actor,
      (task) => notReviewable(task) ?? [started(on, task, ask, policy)],
    );
    if (isRefusal(begun)) return begun;
    const { key, title, scope, acceptance, startedAs } = begun;
    const { context } = policy.taskReview;
    const task = { key, title, scope, acceptance, startedAs, context, sessionLog: ask.sessionLog ?? null };
    const request: ReviewRequest = { ...ask.request, ...made, noSkip: true, task };
    const document = await on.review(request, progress, signal);
    const after = await recordOutcome(on, begun, document);
    if (isRefusal(after)) return after;
    if (isRefusal(document)) return document;
    const wait = backOff[failed];
    if (after.status !== 'awaiting_review' || wait === undefined || !mayPassAgain(document))
      return viewOf(on.store, after);
    progress({ who: 'task', step: 'reviewers failed; they are asked again' });
    await on.pause(wait, signal);
    if (signal.aborted) return viewOf(on.store, after);
  }
}

async function unreviewed(on: ReviewTaskDependencies, id: string, actor: string, trigger: TaskTrigger) {
  const data = { trigger, decision: decideUnreviewed() };
  const done = await recordTask(
    on,
    id,
    actor,
    (task) => notReviewable(task) ?? [{ type: 'task_completed_unreviewed', data }],
  );
  return isRefusal(done) ? done : viewOf(on.store, done);
}

function started({ clock }: ReviewTaskDependencies, task: Task, { trigger }: ReviewTask, policy: Policy): TaskEvent {
  const minutes = policy.defaultTimeoutMinutes + (policy.testCommand?.timeoutMinutes ?? 0);
  const longest = Object.values(policy.agents).map(({ limits }) => limits.timeoutMinutes ?? 0);
  const leaseUntil = clock.now() + Math.max(minutes, ...longest) * 60_000 + spare;
  const { maxRevisions } = policy.taskReview;
  return { type: 'task_review_started', data: { attempt: task.revisions + 1, trigger, maxRevisions, leaseUntil } };
}

/** What was given up meanwhile, since this process was believed dead, stays so. */
function recordOutcome(on: ReviewTaskDependencies, begun: Task, document: ReviewDocument | Refusal) {
  return recordTask(on, begun.id, 'countersign', (task) => {
    if (!isUnderReview(task) || task.dueAt !== begun.dueAt || task.reviews.length !== begun.reviews.length)
      return refuse(
        'task_taken',
        `task ${task.key} went on without this process`,
        `see \`countersign task show ${task.key}\``,
      );
    if (isRefusal(document)) {
      const { code, message } = document;
      return [{ type: 'task_review_refused', data: { code, message } }];
    }
    const { id } = document.review;
    const outcome = outcomeOf(document);
    if (outcome !== undefined) return [ended(task, id, outcome, on.clock.now())];
    const why = document.decision?.rules.find(({ result }) => result === 'unsatisfied')?.reason;
    return [{ type: 'task_review_waits', data: { review: id, why: why ?? 'a person decides the review' } }];
  });
}

/** What analyzers alone could not judge they cannot judge a second time. */
function mayPassAgain({ opinions }: ReviewDocument): boolean {
  return opinions.some(({ failure, seat }) => failure !== undefined && seat.driver !== 'embedded');
}

function notReviewable(task: Task): Refusal | undefined {
  if (task.status === 'in_progress' || (task.status === 'awaiting_review' && !isUnderReview(task))) return undefined;
  if (task.status === 'pending')
    return refuse(
      'task_not_started',
      `nobody started task ${task.key}`,
      `start it with \`countersign task start ${task.key}\``,
    );
  if (task.waitsFor !== null)
    return refuse(
      'task_at_work',
      `task ${task.key} waits for the decision of a person on review ${task.waitsFor}`,
      `decide with \`countersign decide ${task.waitsFor}\``,
    );
  return notStartable(task);
}
