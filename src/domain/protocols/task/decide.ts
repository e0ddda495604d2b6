import type { RuleResult } from '../../model/decision.js';
import type { TaskDecision, TaskOpinion } from '../../model/task.js';

/** Reviews in a row that judge nothing before a person is asked (SPEC 3: retried, then blocked). */
export const mostFailures = 3;

/** Where the task stood when it was reviewed. */
export interface TaskCounts {
  /** Attempts that were sent back before this one. */
  readonly revisions: number;
  readonly maxRevisions: number;
  /** Reviews before this one, in a row, that judged nothing. */
  readonly failures: number;
}

interface Row {
  readonly id: string;
  readonly status: Exclude<TaskDecision['status'], 'complete'>;
  /** Undefined: nothing to object to. */
  readonly objection: (said: TaskOpinion, counts: TaskCounts) => string | undefined;
  readonly fine: string;
}

/** What keeps a task from being complete, what wins first (SVC, result handling; SPEC 2 rule 1, SPEC 3). */
const rows: readonly Row[] = [
  {
    id: 'task.rejected',
    status: 'blocked',
    objection: ({ result, summary }) => (result === 'rejected' ? `rejected: ${summary}` : undefined),
    fine: 'nobody rejects it',
  },
  {
    id: 'task.blocking',
    status: 'blocked',
    objection: ({ blocking, summary }) => (blocking ? `a person is needed: ${summary}` : undefined),
    fine: 'nothing needs a person',
  },
  {
    id: 'task.reviewer_failures',
    status: 'blocked',
    objection: ({ result, summary }, { failures }) =>
      result === 'inconclusive' && failures + 1 >= mostFailures
        ? `${failures + 1} reviews in a row judged nothing: ${summary}`
        : undefined,
    fine: 'reviewers did not fail too often',
  },
  {
    id: 'task.reviewed',
    status: 'awaiting_review',
    objection: ({ result, summary }) => (result === 'inconclusive' ? `not reviewed: ${summary}` : undefined),
    fine: 'it was reviewed',
  },
  {
    id: 'task.revisions',
    status: 'blocked',
    objection: ({ result }, { revisions, maxRevisions }) =>
      result === 'needs_revision' && revisions >= maxRevisions
        ? `changes are still needed after ${revisions} of ${maxRevisions} revisions`
        : undefined,
    fine: 'revisions are left, or none is needed',
  },
  {
    id: 'task.approved',
    status: 'in_progress',
    objection: ({ result, summary }) => (result === 'needs_revision' ? `changes are needed: ${summary}` : undefined),
    fine: 'the reviewers approve it',
  },
];

/** Decision of the protocol `task` on one review. Pure. */
export function decide(said: TaskOpinion, counts: TaskCounts): TaskDecision {
  const looked = rows.map((row) => ({ row, reason: row.objection(said, counts) }));
  const rules = looked.map(({ row, reason }): RuleResult => {
    if (reason !== undefined) return { id: row.id, result: 'unsatisfied', reason };
    if (said.result === 'inconclusive')
      return { id: row.id, result: 'not_applicable', reason: 'there is no opinion on the whole change' };
    return { id: row.id, result: 'satisfied', reason: row.fine };
  });
  return { status: looked.find(({ reason }) => reason !== undefined)?.row.status ?? 'complete', rules };
}

/** Where the policy turns reviews off: complete, and on record as not reviewed (SVC, integration). */
export function decideUnreviewed(): TaskDecision {
  const reason = 'task_review is not enabled: nobody reviewed the task';
  return { status: 'complete', rules: [{ id: 'task.reviewed', result: 'not_applicable', reason }] };
}
