import type { StageWord, Task } from '../model/task.js';

/** A row of the living table (V2; SPEC 6.6), each cell as it is written. */
export interface LivingRow {
  readonly key: string;
  readonly title: string;
  /** `pending`, `in-progress`, `in-review`, `review-fix-N`, `escalated` or `complete`. */
  readonly status: string;
  readonly assignee: string;
  readonly spec: string;
  readonly quality: string;
  readonly fixIterations: string;
}

type Shown = Pick<
  Task,
  'key' | 'title' | 'status' | 'assignee' | 'revisions' | 'maxRevisions' | 'completion' | 'waitsFor'
> & { readonly spec: StageWord; readonly quality: StageWord };

export function livingRow(task: Shown): LivingRow {
  const { key, title, assignee, revisions, maxRevisions } = task;
  const atCap = task.status === 'blocked' && revisions >= maxRevisions;
  return {
    ...{ key, title },
    status: statusWord(task),
    assignee: assignee ?? '-',
    spec: stageWord(task, task.spec),
    quality: stageWord(task, task.quality),
    fixIterations: atCap ? `${revisions} (max)` : String(revisions),
  };
}

function statusWord({ status, revisions, waitsFor }: Shown): string {
  switch (status) {
    case 'pending':
    case 'complete':
      return status;
    case 'in_progress':
      return revisions === 0 ? 'in-progress' : `review-fix-${revisions}`;
    case 'awaiting_review':
      return waitsFor === null ? 'in-review' : 'escalated';
    case 'blocked':
      return 'escalated';
  }
}

/** What nobody reviewed is never shown as passed (SPEC 2, rule 6). */
function stageWord({ status, completion }: Shown, word: StageWord): string {
  if (completion === 'reviews_disabled') return 'not reviewed';
  if (completion === 'person' && word !== 'pass') return 'by a person';
  if (word === 'pass') return '✅';
  if (word === 'fail') return status === 'in_progress' ? 'FAIL -> retry' : 'FAIL';
  return '-';
}
