import type { AgentConfiguration, ConfiguredAgent } from '../../application/ports/user-configuration.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { kebabCase } from '../../domain/policy/lookup.js';
import { agentsSchema, type AgentOfFile } from './agents-schema.js';
import { configFile, expandHome } from './config-file.js';
import { readSection } from './read-section.js';

/** The agents of the user's configuration; without a file there are none. `outside`: real paths that must not hold it. */
export async function readAgents(
  env: NodeJS.ProcessEnv,
  outside: readonly string[],
): Promise<AgentConfiguration | Refusal> {
  const file = configFile(env);
  const found = await readSection(file, 'agents', agentsSchema, outside);
  if (found === undefined) return { file, agents: {} };
  if (isRefusal(found)) return found;
  const agents = Object.entries(found.value ?? {}).map(
    ([name, agent]) => [kebabCase(name), configured(agent, env)] as const,
  );
  return { file, agents: Object.fromEntries(agents) };
}

function configured(agent: AgentOfFile, env: NodeJS.ProcessEnv): ConfiguredAgent {
  const { run, credentials, driver, via, role, family, model, endpoint, key_variable: keyVariable } = agent;
  return {
    env: agent.env,
    ...(driver !== undefined && { driver }),
    ...(via !== undefined && { via }),
    ...(role !== undefined && { role: kebabCase(role) }),
    ...(family !== undefined && { family }),
    ...(model !== undefined && { model }),
    ...(run !== undefined && { run: [expandHome(run[0], env), ...run.slice(1)] as const }),
    ...(credentials !== undefined && { credentials: expandHome(credentials, env) }),
    ...(endpoint !== undefined && { endpoint }),
    ...(keyVariable !== undefined && { keyVariable }),
  };
}
