import type { Policy } from '../../domain/model/policy.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Task, TaskDefinition } from '../../domain/model/task.js';
import { foldTask } from '../../domain/task/evolve.js';
import { canonicalJson } from '../canonical.js';
import type { PlannedTask } from '../ports/plan.js';
import type { PlanDependencies } from './dependencies.js';
import { loadTask, recordTask } from './record.js';

export interface Imported {
  readonly plan: string;
  /** Keys of tasks. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  /** What was not taken over, and why. */
  readonly warnings: readonly string[];
}

interface Wanted extends TaskDefinition {
  readonly position: number;
  readonly assignee: string | null;
}

/** Lost races after which a task is called busy. */
const attempts = 20;

/**
 * Takes the tasks of a plan file over. Read again, it adds what is new and changes what the file says otherwise of tasks that
 * are not under review and not complete; nothing is removed. `plan` is the path from the top of the repository.
 */
export async function importPlan(on: PlanDependencies, plan: string): Promise<Imported | Refusal> {
  await on.overdue();
  const text = await on.plans.read(plan);
  if (isRefusal(text)) return text;
  const read = on.plans.parse(text, plan);
  if (isRefusal(read)) return read;
  const policy = await on.policy();
  if (isRefusal(policy)) return policy;
  const idOf = (key: string) => taskId(on, plan, key);
  const done = { added: [] as string[], changed: [] as string[], unchanged: [] as string[] };
  const warnings: string[] = [];
  for (const [index, task] of read.tasks.entries()) {
    const wanted = { ...definition(task, idOf), position: index + 1, assignee: task.assignee };
    const what = await take(on, { id: idOf(task.key), plan, key: task.key, wanted, policy });
    if (isRefusal(what)) return what;
    done[what.done].push(task.key);
    if (what.warning !== undefined) warnings.push(what.warning);
    if (what.done === 'added' && /^(complete|done|✅)/iu.test(task.status ?? ''))
      warnings.push(`task ${task.key} is written as complete; nobody reviewed it here, so it is pending`);
  }
  return { plan, ...done, warnings };
}

/** The same task of the same plan has the same id, so that two who import at once make one of it. */
function taskId({ digest }: PlanDependencies, plan: string, key: string): string {
  return `T${digest(`task ${plan}\n${key}`).slice(0, 15).toUpperCase()}`;
}

function definition(
  { title, scope, acceptance, dependsOn }: PlannedTask,
  idOf: (key: string) => string,
): TaskDefinition {
  return { title, scope, acceptance, dependsOn: dependsOn.map(idOf) };
}

interface Taken {
  readonly done: 'added' | 'changed' | 'unchanged';
  readonly warning?: string;
}

async function take(
  on: PlanDependencies,
  of: {
    readonly id: string;
    readonly plan: string;
    readonly key: string;
    readonly wanted: Wanted;
    readonly policy: Policy;
  },
): Promise<Taken | Refusal> {
  const { id, plan, key, wanted, policy } = of;
  const stream = `task/${id}` as const;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const present = foldTask(await on.store.readStream(stream));
    if (present !== undefined) return change(on, present, wanted);
    const { notifications, taskReview } = policy;
    const data = { ...wanted, plan, key, maxRevisions: taskReview.maxRevisions, notifications };
    const appended = await on.store.append({
      ...{ stream, expectedVersion: 0, at: on.clock.now() },
      actor: await on.caller.claimed(),
      events: [{ type: 'task_imported', data }],
    });
    if (appended.outcome === 'appended') return { done: 'added' };
  }
  return refuse('busy', `task ${key} of ${plan} is being changed by others`, 'try again');
}

async function change(on: PlanDependencies, { id, key }: Task, planned: Wanted): Promise<Taken | Refusal> {
  const { task } = await loadTask(on.store, id);
  // Whoever began it made it, whatever the plan is made to say since.
  const wanted = task.startedAt === null ? planned : { ...planned, assignee: null };
  if (same(task, wanted)) return { done: 'unchanged' };
  const warning = `task ${key} is ${task.status.replaceAll('_', ' ')}, so what the plan says of it now was not taken over`;
  if (isFixed(task)) return { done: 'unchanged', warning };
  const after = await recordTask(on, id, await on.caller.claimed(), (state) =>
    isFixed(state) || same(state, wanted) ? [] : [{ type: 'task_redefined', data: wanted }],
  );
  return isRefusal(after) ? after : { done: 'changed' };
}

/** What is judged, or was, is judged by the words that stood when it was handed in. */
function isFixed({ status }: Task): boolean {
  return status === 'complete' || status === 'awaiting_review';
}

function same(task: Task, wanted: Wanted): boolean {
  const { title, scope, acceptance, dependsOn, position } = task;
  const assignee = wanted.assignee === null ? null : task.assignee;
  return canonicalJson({ title, scope, acceptance, dependsOn, position, assignee }) === canonicalJson(wanted);
}
