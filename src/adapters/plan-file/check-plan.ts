import type { Plan, PlannedTask } from '../../application/ports/plan.js';
import type { Problem, Refusal } from '../../domain/model/refusal.js';

/** A task that another one names as coming before it. */
export interface Mention {
  readonly key: string;
  /** 1-based. */
  readonly line: number;
}

/** A task as it stands in the file. */
export interface Found {
  readonly line: number;
  readonly task: Omit<PlannedTask, 'dependsOn'>;
  readonly dependsOn: readonly Mention[];
}

/** What a task can be called on a command line. */
const keyForm = /^[A-Za-z0-9][\w.-]{0,49}$/u;

/** The plan, or everything that is wrong with it. */
export function checkedPlan(file: string, found: readonly Found[], read: readonly Problem[]): Plan | Refusal {
  const problems = [...read, ...found.flatMap((each) => mistakesOf(each, found)), ...circles(found)];
  if (found.length === 0 && problems.length === 0)
    problems.push({
      line: 1,
      message: 'holds no tasks',
      expected: 'a Markdown table with the columns # and Task, or YAML with the key tasks',
    });
  if (problems.length > 0) return planInvalid(file, problems);
  return {
    tasks: found.map(({ task, dependsOn }) => ({ ...task, dependsOn: [...new Set(dependsOn.map(({ key }) => key))] })),
  };
}

export function planInvalid(file: string, problems: readonly Problem[]): Refusal {
  const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`;
  return {
    refused: true,
    code: 'plan_invalid',
    message: `${file} cannot be used as plan: ${count}`,
    remedy: 'Correct what is listed; docs/tasks.md describes plans.',
    problems: problems
      .map((problem) => ({ ...problem, file }))
      .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)),
  };
}

function mistakesOf({ line, task: { key, title }, dependsOn }: Found, all: readonly Found[]): Problem[] {
  const first = all.find(({ task }) => task.key === key);
  return [
    ...(keyForm.test(key) && key !== 'latest'
      ? []
      : [
          {
            line,
            message: `"${key}" is no name of a task`,
            expected: 'a number, or letters, digits, `_`, `.` and `-`',
          },
        ]),
    ...(title.trim() === '' ? [{ line, message: `task ${key} has no title`, expected: 'what is to be done' }] : []),
    ...(first !== undefined && first.line !== line
      ? [{ line, message: `task ${key} is in line ${first.line} too`, expected: 'another number' }]
      : []),
    ...dependsOn.flatMap((mention) => {
      if (mention.key === key)
        return [{ line: mention.line, message: `task ${key} depends on itself`, expected: 'another task' }];
      if (all.some(({ task }) => task.key === mention.key)) return [];
      const expected = 'a task of this plan';
      return [{ line: mention.line, message: `task ${key} depends on "${mention.key}", which is no task`, expected }];
    }),
  ];
}

/** Tasks that wait for each other would never start. */
function circles(found: readonly Found[]): Problem[] {
  const open = new Map(found.map(({ task, dependsOn }) => [task.key, new Set(dependsOn.map(({ key }) => key))]));
  for (;;) {
    const free = [...open].filter(([own, on]) => ![...on].some((each) => each !== own && open.has(each)));
    if (free.length === 0) break;
    for (const [each] of free) open.delete(each);
  }
  const [first, ...rest] = found.filter(({ task }) => open.has(task.key));
  if (first === undefined) return [];
  const names = [first, ...rest].map(({ task }) => task.key).join(', ');
  return [
    { line: first.line, message: `tasks ${names} wait for each other`, expected: 'an order in which all can start' },
  ];
}
