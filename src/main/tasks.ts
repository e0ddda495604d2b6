import { systemClock } from '../adapters/clock/system-clock.js';
import { openAccepted } from '../adapters/git/open-head.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { readPolicy } from '../adapters/policy-file/read-policy.js';
import { tick } from '../application/deadlines/tick.js';
import type { Store } from '../application/ports/store.js';
import { decideTask } from '../application/task/decide-by-person.js';
import type { PlanDependencies, ReviewTaskDependencies, TaskDependencies } from '../application/task/dependencies.js';
import { idleTask } from '../application/task/idle.js';
import { importPlan } from '../application/task/import.js';
import { listTasks, showTask } from '../application/task/look.js';
import { planProgress } from '../application/task/progress.js';
import { reviewTask, type ReviewTask } from '../application/task/review.js';
import { startTask } from '../application/task/start.js';
import type { Tasks } from '../application/tasks.js';
import type { Policy } from '../domain/model/policy.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import { callerOf } from './caller.js';
import { digest } from './digest.js';
import { fromTop } from './from-top.js';
import type { Local } from './local.js';
import { pause } from './pause.js';
import { showReview } from './show.js';
import type { Start } from './store-directory.js';

/** Tasks on this machine, beside the rows of the inbox. What only some of them need is loaded by those. */
export function localTasks(local: Local): Omit<Tasks, 'blocked'> {
  const { start, withStore } = local;
  const withTasks = <T>(use: (on: TaskDependencies) => Promise<T | Refusal>, mode: 'write' | 'look' = 'write') =>
    withStore(mode, (store) => use(dependencies(start, store)));
  const withPlan = <T>(plan: string | undefined, use: (on: PlanUse) => Promise<T | Refusal>) =>
    inPlan(local, plan, use);
  return {
    import: ({ plan }) => withPlan(plan, ({ on, plan: path = '' }) => importPlan(on, path)),
    list: ({ limit = 50 }) => withTasks((on) => listTasks(on, limit), 'look'),
    show: (task) => withTasks((on) => showTask(on, task), 'look'),
    start: (ask) => withTasks((on) => startTask(on, ask)),
    review: (ask, progress, signal) =>
      withTasks(async (on) => {
        const { review } = await import('./review.js');
        const reviewing: ReviewTaskDependencies = {
          ...on,
          pause,
          review: (request, tell, stop) => review(local, request, tell, stop),
        };
        return reviewTask(reviewing, await withoutCredentials(ask), progress, signal);
      }),
    idle: (ask) => withTasks((on) => idleTask(on, ask)),
    settings: async () => {
      const policy = await acceptedPolicy(start);
      return isRefusal(policy) ? policy : policy.taskReview;
    },
    decide: (ask) => withTasks((on) => decideTask(on, ask)),
    progress: ({ plan, write }) =>
      withPlan(plan, ({ on, plan: path }) => planProgress(on, { write, ...(path !== undefined && { plan: path }) })),
  };
}

/** The log of a session goes to agents, and stands in the journal where one comes by itself. */
async function withoutCredentials(ask: ReviewTask): Promise<ReviewTask> {
  if (ask.sessionLog === undefined) return ask;
  const { redact } = await import('../adapters/analyzers/secrets/redact.js');
  return { ...ask, sessionLog: await redact(ask.sessionLog) };
}

function dependencies(start: Start, store: Store): TaskDependencies {
  const on = { store, clock: systemClock, digest };
  return {
    ...on,
    caller: callerOf(start),
    overdue: async () => (await tick(on)).fired,
    policy: () => acceptedPolicy(start),
    showReview: (id) => showReview(start, store, id),
  };
}

interface PlanUse {
  readonly on: PlanDependencies;
  /** From the top of the repository. */
  readonly plan: string | undefined;
}

async function inPlan<T>(
  { start, withStore }: Local,
  plan: string | undefined,
  use: (use: PlanUse) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const repository = await openRepository(start.directory, { env: start.env });
  if (isRefusal(repository)) return repository;
  const top = repository.top ?? start.directory;
  const path = plan === undefined ? undefined : fromTop(top, start.directory, plan);
  if (path?.startsWith('../') === true || path === '')
    return refuse('no_such_file', `${path} is no file of this repository`, 'name a plan inside of it');
  const { planFiles } = await import('../adapters/plan-file/plan-files.js');
  return withStore('write', (store) =>
    use({ on: { ...dependencies(start, store), plans: planFiles(top) }, plan: path }),
  );
}

async function acceptedPolicy({ directory, env }: Start): Promise<Policy | Refusal> {
  const accepted = await openAccepted(directory, { env });
  if (isRefusal(accepted)) return accepted;
  try {
    const read = await readPolicy((path) => accepted.readFile(path));
    return isRefusal(read) ? read : read.policy;
  } finally {
    await accepted.close();
  }
}
