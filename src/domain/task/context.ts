import type { TaskReviewSettings } from '../model/policy-protocols.js';
import type { ContextPart, Task, TaskDefinition } from '../model/task.js';

/** What a review of a task is for, beside the change itself (SVC, context). */
export interface TaskUnderReview extends Pick<TaskDefinition, 'title' | 'scope' | 'acceptance'> {
  /** Its name in the plan. */
  readonly key: string;
  /** The five switches of the policy. */
  readonly context: TaskReviewSettings['context'];
  /** What the command that did the task said; null: nobody kept it. */
  readonly sessionLog: string | null;
  readonly startedAs: Task['startedAs'];
}

/** What was found out while the review began; null: nobody looked. */
export interface Gathered {
  readonly testResults: string | null;
  readonly lintResults: string | null;
}

/** Exactly the parts that the switches ask for; one of which there is nothing says so. The diff is no part of it: it is the change. */
export function contextParts(task: TaskUnderReview, { testResults, lintResults }: Gathered): readonly ContextPart[] {
  const { context, sessionLog } = task;
  const part = (wanted: boolean, label: string, text: string | null, none: string): readonly ContextPart[] =>
    wanted ? [{ label, text: text ?? none }] : [];
  return [
    ...part(context.taskDefinition, 'task definition', [definitionOf(task), ...changed(task)].join('\n'), ''),
    ...part(context.testResults, 'test results', testResults, 'No test command was run.'),
    ...part(context.lintResults, 'lint results', lintResults, 'No linter was run.'),
    ...part(context.sessionLog, 'session log', sessionLog, 'Nobody kept a log of the session.'),
  ];
}

/** Whoever does the task may have changed in the plan what it is to be judged by: reviewers see both. */
function changed({ startedAs, ...now }: TaskUnderReview): readonly string[] {
  if (startedAs === null) return [];
  const before = definitionOf({ ...startedAs, key: now.key });
  return before === definitionOf(now)
    ? []
    : ['', 'The plan was changed after work on it began. Until then it said:', '', before];
}

function definitionOf({
  key,
  title,
  scope,
  acceptance,
}: Pick<TaskUnderReview, 'key' | 'title' | 'scope' | 'acceptance'>): string {
  return [
    `Task ${key}: ${title}`,
    ...(scope === null ? [] : ['', 'Scope', scope]),
    ...(acceptance === null ? [] : ['', 'Acceptance criteria', acceptance]),
  ].join('\n');
}
