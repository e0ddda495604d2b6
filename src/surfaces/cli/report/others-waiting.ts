import type { GateRow } from '../../../application/ports/gates.js';
import type { RunRow } from '../../../application/ports/runs.js';
import type { PatternReport } from '../../../application/patterns.js';
import type { TaskRow } from '../../../application/ports/tasks.js';
import { isRefusal, type Refusal } from '../../../domain/model/refusal.js';
import type { Context } from '../context.js';
import { hanging } from '../text/layout.js';
import { printable } from '../text/printable.js';
import { age } from '../text/time.js';

/** What waits for a person beside reviews. */
export interface OthersWaiting {
  readonly runs: readonly RunRow[];
  readonly gates: readonly GateRow[];
  readonly tasks: readonly TaskRow[];
  /** Patterns that a person is asked to switch on. */
  readonly patterns: readonly PatternReport[];
}

export async function othersWaiting(limit: number, context: Context): Promise<OthersWaiting | Refusal> {
  const runs = await context.ask((application) => application.runs.waiting(limit));
  if (isRefusal(runs)) return runs;
  const gates = await context.ask((application) => application.gates.waiting(limit));
  if (isRefusal(gates)) return gates;
  const tasks = await context.ask((application) => application.tasks.blocked(limit));
  if (isRefusal(tasks)) return tasks;
  const patterns = await context.ask((application) => application.patterns.suggested());
  return isRefusal(patterns) ? patterns : { runs, gates, tasks, patterns };
}

/** Each with the command that settles it. */
export function otherLines({ runs, gates, tasks, patterns }: OthersWaiting, context: Context): string[] {
  const { columns } = context.terminal;
  const since = (at: number | null) => (at === null ? '' : age(at, context.io.now()));
  const lines = [
    ...runs.flatMap(({ id, title, cause, waitingSince }) => [
      `${id}  ${since(waitingSince)}  run paused  ${printable(title)}`,
      ...hanging('  - ', `${cause?.replaceAll('_', ' ') ?? ''}: countersign run show ${id}`, columns),
      `  Decide: countersign run resume ${id} --note "why"`,
    ]),
    ...gates.flatMap(({ id, task, reason, waitingSince }) => [
      `${id}  ${since(waitingSince)}  gate waits  ${printable(task)}`,
      ...hanging('  - ', `${reason?.replaceAll('_', ' ') ?? ''}: countersign gate status ${id}`, columns),
      `  Decide: countersign gate decide ${id} --approve|--reject|--more N --note "why"`,
    ]),
    ...tasks.flatMap(({ id, key, title, why, blockedAt }) => [
      `${id}  ${since(blockedAt)}  task blocked  ${printable(`${key}  ${title}`)}`,
      ...hanging('  - ', `${why ?? ''}: countersign task show ${id}`, columns),
      `  Decide: countersign task decide ${id} --complete|--reopen --note "why"`,
    ]),
    ...patterns.flatMap(({ creator, type, eligible, switched }) => {
      const name = `${printable(creator)} ${printable(type)}`;
      const why = `${eligible.successes} successful reviews, eligible for a week: countersign patterns`;
      return [
        `${name}  ${since(switched?.suggestedAt ?? null)}  pattern could skip reviews`,
        ...hanging('  - ', why, columns),
        `  Decide: countersign patterns enable|disable ${name} --note "why"`,
      ];
    }),
  ];
  return lines;
}
