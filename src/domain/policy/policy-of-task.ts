import type { Policy } from '../model/policy.js';

/** Drivers that tell an agent which model to run. */
const told: readonly string[] = ['cli', 'acp', 'model'];

/** The policy under which a task is reviewed: its agents run `task_review.model`, where that names one (SVC, review command). */
export function policyOfTask(policy: Policy): Policy {
  const { model } = policy.taskReview;
  if (model === null) return policy;
  const agents = Object.entries(policy.agents).map(
    ([name, entry]) => [name, told.includes(entry.driver) ? { ...entry, model } : entry] as const,
  );
  return { ...policy, agents: Object.fromEntries(agents) };
}
