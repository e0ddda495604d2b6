import type { TaskView } from '../../../application/task/look.js';
import type { Task, TaskReview } from '../../../domain/model/task.js';
import type { Context } from '../context.js';
import { hanging } from '../text/layout.js';
import { paintFor, type Paint } from '../text/paint.js';
import { iso } from '../text/time.js';

const issuesAtMost = 10;

/** A task for a person: how it stands first, then its definition and reviews, then what to do. */
export function taskLines({ task, dependencies }: TaskView, context: Context): string[] {
  const { columns } = context.terminal;
  const { id, key, title, plan, assignee, scope, acceptance, why, personDecision } = task;
  const part = (name: string, text: string | null) => (text === null ? [] : hanging(name.padEnd(9), text, columns));
  const before = dependencies.map((each) => `${each.key} (${each.status.replaceAll('_', ' ')})`).join(', ');
  return [
    ...hanging(`Task ${key}  `, title, columns),
    `Status   ${standing(task, paintFor(context.terminal))}`,
    ...part('Id', id),
    ...part('Plan', plan),
    ...part('Worker', assignee),
    ...part('After', before === '' ? null : before),
    ...part('Scope', scope),
    ...part('Accept', acceptance),
    ...part('Changed', changedSince(task)),
    ...task.reviews.flatMap((review) => reviewLines(review, columns, review === task.reviews.at(-1))),
    ...part('Why', why),
    ...part('Person', personDecision === null ? null : `${personDecision.person}: ${personDecision.note}`),
    ...whatToDo(task),
  ];
}

/** What the plan asked for before it was changed under the hands of whoever does the task. */
function changedSince({ startedAs, title, scope, acceptance }: Task): string | null {
  if (startedAs === null) return null;
  const said = (of: NonNullable<Task['startedAs']>) =>
    [of.title, `scope ${of.scope ?? '-'}`, `accept ${of.acceptance ?? '-'}`].join('; ');
  const before = said(startedAs);
  return before === said({ title, scope, acceptance }) ? null : `since work began; until then: ${before}`;
}

function standing({ status, completion, waitsFor, revisions, maxRevisions }: Task, paint: Paint): string {
  switch (status) {
    case 'complete':
      return completion === 'reviews_disabled'
        ? paint.outcome.skipped('complete, and not reviewed: task_review is not enabled')
        : paint.outcome.approved(completion === 'person' ? 'complete, by a person' : 'complete');
    case 'blocked':
      return paint.outcome.escalated('blocked: a person is needed');
    case 'awaiting_review':
      return waitsFor === null ? 'awaits its review' : paint.outcome.escalated('a person decides its review');
    case 'in_progress':
      return revisions === 0 ? 'in progress' : `in progress: revision ${revisions} of ${maxRevisions}`;
    case 'pending':
      return 'pending';
  }
}

function reviewLines({ attempt, review, said, decision }: TaskReview, columns: number, latest: boolean): string[] {
  const lead = `  ${attempt}  `;
  const named = review === null ? '' : ` (review ${review})`;
  if (said === null || decision === null) return hanging(lead, `under review${named}`, columns);
  const words = said.result === 'approved' ? 'approved' : `${said.result.replaceAll('_', ' ')}: ${said.summary}`;
  const issues = latest && decision.status !== 'complete' ? said.issues.slice(0, issuesAtMost) : [];
  const more = latest ? said.issues.length - issues.length : 0;
  return [
    ...hanging(lead, `${words}${named}`, columns),
    ...issues.flatMap((issue) => hanging('     - ', issue, columns)),
    ...(more > 0 && issues.length > 0 ? [`     and ${more} more: countersign show ${review ?? ''}`] : []),
  ];
}

function whatToDo({ key, status, waitsFor, reviews, dueAt }: Task): string[] {
  switch (status) {
    case 'pending':
      return ['', `Next: countersign task start ${key}`];
    case 'in_progress': {
      const again = reviews.at(-1) === undefined ? '' : 'change what is asked for, then ';
      return ['', `Next: ${again}countersign task review ${key}`];
    }
    case 'awaiting_review':
      if (reviews.at(-1)?.said === null && waitsFor === null && dueAt !== null)
        return ['', 'Its review is under way.', `Where that ended without a word it is given up at ${iso(dueAt)}.`];
      return ['', waitsFor === null ? `Next: countersign task review ${key}` : `Next: countersign decide ${waitsFor}`];
    case 'blocked':
      return ['', `Next: countersign task decide ${key} --complete|--reopen --note "why"    (a person's token)`];
    case 'complete':
      return [];
  }
}
