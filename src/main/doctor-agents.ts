import { fileURLToPath } from 'node:url';
import { findDriver } from '../adapters/drivers/find-driver.js';
import { acpBehaviours, behaviours } from '../adapters/drivers/fake/behaviour.js';
import { inBatches } from '../adapters/drivers/seat/in-batches.js';
import { openRepository } from '../adapters/git/open-repository.js';
import type { Check } from '../application/application.js';
import type { AgentConfiguration } from '../application/ports/user-configuration.js';
import type { AgentEntry } from '../domain/model/policy-protocols.js';
import { isRefusal } from '../domain/model/refusal.js';
import { agentConfiguration, guests, untrusted } from './agents-asked.js';
import type { Start } from './store-directory.js';

/** Programs that are run at once for their version and flags. */
const atOnce = 2;

/** Which agents could be asked from here, and how to seat one that only plays its part. */
export async function agentChecks(start: Start): Promise<readonly Check[]> {
  const repository = await openRepository(start.directory, { env: start.env });
  // The check of the repository says so.
  if (isRefusal(repository)) return [];
  const configuration = await agentConfiguration(start, repository);
  if (isRefusal(configuration)) return [{ name: 'agents', state: 'problem', detail: configuration.message }];
  const around = { env: start.env, untrusted: untrusted(repository) };
  const checks = await inBatches(atOnce, Object.entries(guests(configuration)), async ([name, entry]) => {
    const seat = { role: entry.role, driver: entry.driver, agent: name };
    const found = await findDriver({ name, entry, seat }, configuration, around, AbortSignal.timeout(120_000));
    if ('driver' in found) return askable(name, entry, found.driver.name);
    return missing(name, found.failure.detail, configuration);
  });
  return [...checks, fake()];
}

function askable(name: string, { driver }: AgentEntry, program: string): Check {
  return { name: `agent ${name}`, state: 'ok', detail: `${program}, driver ${driver}` };
}

/** Nobody needs every agent; who is configured is meant to be there. */
function missing(name: string, detail: string, { agents, file }: AgentConfiguration): Check {
  if (!Object.hasOwn(agents, name)) return { name: `agent ${name}`, state: 'ok', detail: `not asked: ${detail}` };
  return { name: `agent ${name}`, state: 'warning', detail, remedy: `See agents.${name} in ${file}; docs/drivers.md.` };
}

function fake(): Check {
  const program = fileURLToPath(new URL('fake-agent.js', import.meta.url));
  const [words, further] = [behaviours, acpBehaviours].map((each) => Object.keys(each).join(', '));
  return {
    name: 'fake agents',
    state: 'ok',
    detail: `to try a policy, seat an agent of driver command with run: [${process.execPath}, ${program}, BEHAVIOUR], or of driver acp with --acp behind it; ${words}; of driver acp also ${further}`,
  };
}
