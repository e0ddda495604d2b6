import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { TaskDependencies } from './dependencies.js';
import { upToDate } from './look.js';

/** Which task an agent that went idle worked on (SVC, trigger session_idle); undefined where nothing is to be reviewed. */
export async function idleTask(
  on: TaskDependencies,
  { assignee }: { readonly assignee?: string },
): Promise<string | undefined | Refusal> {
  const policy = await on.policy();
  if (isRefusal(policy)) return policy;
  if (policy.taskReview.trigger !== 'session_idle') return undefined;
  await upToDate(on);
  const rows = await on.store.listTasks({ status: ['in_progress'], limit: 1_000 });
  const own = assignee === undefined ? rows : rows.filter((row) => row.assignee === assignee);
  const [only, other] = own;
  if (other === undefined) return only?.id;
  return {
    ...refuse(
      'ambiguous_id',
      'several tasks are in progress',
      'say whose with `--as NAME`, or review one with `countersign task review`',
    ),
    problems: own.map(({ id, key, title, assignee: who }) => ({ message: `${id}  ${key}  ${who ?? '-'}  ${title}` })),
  };
}
