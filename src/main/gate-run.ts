import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { reviewLog } from '../adapters/gate-files/review-log.js';
import { openAccepted } from '../adapters/git/open-head.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { readPolicy } from '../adapters/policy-file/read-policy.js';
import type { RunGateDependencies } from '../application/gate/dependencies.js';
import { viewOf } from '../application/gate/look.js';
import type { GateAsk } from '../application/gate/open.js';
import { runGate } from '../application/gate/run.js';
import type { Gates } from '../application/gates.js';
import type { GateAgents } from '../application/ports/gate-agents.js';
import type { Repository } from '../application/ports/repository.js';
import type { Store } from '../application/ports/store.js';
import type { Policy } from '../domain/model/policy.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { agentConfiguration, guests, untrusted } from './agents-asked.js';
import { fromTop } from './from-top.js';
import { gateDependencies } from './gate-dependencies.js';
import type { Local } from './local.js';
import { withScratch } from './scratch.js';
import { storeDirectory } from './store-directory.js';

/** Runs a gate on this machine until it ends or waits for a person. */
export function runLocalGate(
  local: Local,
  ask: GateAsk,
  progress: Parameters<Gates['run']>[1],
  signal: AbortSignal,
): ReturnType<Gates['run']> {
  return withScratch(() => running(local, ask, progress, signal));
}

async function running(
  local: Local,
  ask: GateAsk,
  progress: Parameters<Gates['run']>[1],
  signal: AbortSignal,
): ReturnType<Gates['run']> {
  const { start } = local;
  const repository = await openRepository(start.directory, { env: start.env, signal });
  if (isRefusal(repository)) return repository;
  const accepted = await openAccepted(start.directory, { env: start.env, signal });
  if (isRefusal(accepted)) return accepted;
  const readFile = (path: string) => accepted.readFile(path);
  try {
    const policy = await readPolicy(readFile);
    if (isRefusal(policy)) return policy;
    const tell = (who: string, step: string): void => progress({ who, step });
    const agents = await agentsFor(local, repository, policy.policy, tell);
    if (isRefusal(agents)) return agents;
    return await local.withStore('write', async (store) => {
      const made = await runDependencies(local, ask, { store, repository, policy: policy.policy, agents });
      if (isRefusal(made)) return made;
      const on = { ...made, readFile };
      const workflow = fromTop(repository.top ?? start.directory, start.directory, ask.workflow);
      const done = await runGate(on, { ...ask, workflow }, tell, signal);
      if (isRefusal(done)) return done;
      return { ...(await viewOf(on, done.gate)), warnings: done.warnings };
    });
  } finally {
    await accepted.close();
  }
}

async function agentsFor(
  { start }: Local,
  repository: Repository,
  policy: Policy,
  progress: (who: string, step: string) => void,
): Promise<GateAgents | Refusal> {
  const configuration = await agentConfiguration(start, repository);
  if (isRefusal(configuration)) return configuration;
  const [{ gateAgents }, { findDriver }] = await Promise.all([
    import('../adapters/drivers/gate-agents.js'),
    import('../adapters/drivers/find-driver.js'),
  ]);
  const around = { env: start.env, untrusted: untrusted(repository) };
  return gateAgents({
    agents: { ...guests(configuration), ...policy.agents },
    find: (agent, signal) => findDriver(agent, configuration, around, signal),
    progress,
  });
}

async function runDependencies(
  local: Local,
  { task }: GateAsk,
  on: {
    readonly store: Store;
    readonly repository: Repository;
    readonly policy: Policy;
    readonly agents: GateAgents;
  },
): Promise<Omit<RunGateDependencies, 'readFile'> | Refusal> {
  const directory = await storeDirectory(local.start);
  if (isRefusal(directory)) return directory;
  const [{ loadWorkflow }, { evaluateExitCondition }, { loadRepairJson }, { redact }] = await Promise.all([
    import('../adapters/policy-file/load-workflow.js'),
    import('../adapters/policy-file/exit-conditions.js'),
    import('../adapters/opinion-text/repair-json.js'),
    import('../adapters/analyzers/secrets/redact.js'),
  ]);
  return {
    ...gateDependencies(local, on.store, on.repository),
    newId: () => ulid(),
    random: () => randomBytes(16).toString('hex'),
    loadWorkflow,
    evaluate: evaluateExitCondition,
    repair: await loadRepairJson(),
    redact,
    policy: on.policy,
    agents: on.agents,
    log: reviewLog(join(directory, 'review-logs', `${task.replaceAll(/[^\w-]/gu, '_')}.jsonl`)),
  };
}
