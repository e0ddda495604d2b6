import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { livingRow, type LivingRow } from '../../domain/task/living-table.js';
import type { TaskRow } from '../ports/tasks.js';
import type { PlanDependencies } from './dependencies.js';
import { upToDate } from './look.js';

const every = 1_000_000;

export interface PlanProgress {
  readonly plan: string;
  readonly tasks: readonly TaskRow[];
  /** The living table, in the order of the plan. */
  readonly rows: readonly LivingRow[];
  /** Whether the table was written into the plan file. */
  readonly written: boolean;
  readonly warnings: readonly string[];
}

/** How a plan stands; with `write` its file says so too, and no byte of it changes but those of the cells. */
export async function planProgress(
  on: PlanDependencies,
  ask: { readonly plan?: string; readonly write: boolean },
): Promise<PlanProgress | Refusal> {
  await upToDate(on);
  const plan = ask.plan ?? (await on.store.listTasks({ limit: 1 }))[0]?.plan;
  const found = plan === undefined ? [] : await on.store.listTasks({ plan, limit: every });
  if (plan === undefined || found.length === 0)
    return refuse(
      'no_plan',
      plan === undefined ? 'no plan was imported' : `no task of ${plan} was imported`,
      'import one with `countersign task import PLAN`',
    );
  const tasks = found.toSorted((a, b) => a.position - b.position);
  const rows = tasks.map(livingRow);
  const shown = { plan, tasks, rows };
  if (!ask.write) return { ...shown, written: false, warnings: [] };
  const text = await on.plans.read(plan);
  if (isRefusal(text)) return text;
  const filled = on.plans.fill(text, plan, rows);
  if (isRefusal(filled)) return filled;
  const failed = filled.text === text ? undefined : await on.plans.write(plan, filled.text);
  if (failed !== undefined) return failed;
  const { missing } = filled;
  const warnings = missing.length === 0 ? [] : [`${plan} has no column for: ${missing.join(', ')}`];
  return { ...shown, written: true, warnings };
}
