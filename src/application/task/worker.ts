import { foldAgent } from '../../domain/identity/agent.js';
import { kebabName } from '../../domain/identity/name.js';
import type { Policy } from '../../domain/model/policy.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Task } from '../../domain/model/task.js';
import { identify } from '../identify.js';
import type { ReviewRequest } from '../review-request.js';
import type { TaskDependencies } from './dependencies.js';

/**
 * Who made what a task came to: a worker that could judge it is its creator, whoever the caller names, so that it does not judge its own
 * task (SPEC 2, rule 4). A person may name anybody.
 */
export async function creatorOfTask(
  on: TaskDependencies,
  { key, assignee }: Pick<Task, 'key' | 'assignee'>,
  request: Pick<ReviewRequest, 'creator' | 'panel'>,
  policy: Policy,
): Promise<Pick<ReviewRequest, 'creator'> | Refusal> {
  const { creator } = request;
  if (assignee === null || !(await couldJudge(on, assignee, request, policy))) return {};
  if (creator === undefined || sameName(creator, assignee)) return { creator: assignee };
  const by = await identify(on, on.caller);
  if (isRefusal(by)) return by;
  if (by?.kind === 'human') return {};
  return refuse(
    'other_creator',
    `${assignee} works on task ${key}, and ${creator} is named as creator`,
    'leave `--creator` out, or use the token of a person',
  );
}

/** Whether the name is that of an agent: one with a token, or one that the policy or the caller seats. */
async function couldJudge(
  { store }: TaskDependencies,
  name: string,
  { panel = [] }: Pick<ReviewRequest, 'panel'>,
  policy: Policy,
): Promise<boolean> {
  const { parallelModels, singleModel } = policy.panel;
  const seated = [...Object.keys(policy.agents), ...policy.seats, ...parallelModels, singleModel, ...panel];
  if (seated.some((each) => sameName(each, name))) return true;
  const agent = foldAgent(await store.readStream(`agent/${kebabName(name) ?? name}`));
  return agent?.kind === 'agent' && agent.revokedAt === null;
}

function sameName(a: string, b: string): boolean {
  return (kebabName(a) ?? a) === (kebabName(b) ?? b);
}

/** Who starts a task: whoever is named, but no agent in the name of another (SPEC 5.1). */
export async function workerOf(
  on: TaskDependencies,
  named: string | undefined,
): Promise<{ readonly proved?: string } | Refusal> {
  const by = await identify(on, on.caller);
  if (isRefusal(by)) return by;
  if (by?.kind !== 'agent') return {};
  if (named === undefined || sameName(named, by.name)) return { proved: by.name };
  return refuse(
    'actor_mismatch',
    `the token in COUNTERSIGN_TOKEN is that of ${by.name}, not of ${named}`,
    'start a task in your own name only, or leave `--as` out',
  );
}
