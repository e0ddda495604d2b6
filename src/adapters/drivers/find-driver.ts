import { statSync } from 'node:fs';
import type { AgentConfiguration, ConfiguredAgent } from '../../application/ports/user-configuration.js';
import type { SeatFailure } from '../../domain/model/seat.js';
import type { SeatedAgent } from '../../domain/seating/seating.js';
import { commandDriver, type Surroundings } from './command.js';
import type { DriverFound } from './driver.js';
import { findCli } from './cli/find-cli.js';
import { findModel } from './model/find-model.js';
import { findProgram } from '../process-group/find-program.js';

/** What the user says under a name. */
function configured({ agents }: AgentConfiguration, key: string | undefined): ConfiguredAgent | undefined {
  return key !== undefined && Object.hasOwn(agents, key) ? agents[key] : undefined;
}

/**
 * How an agent is asked. What runs is decided here and never by a repository: a program of a fixed set that is looked up in `PATH`, or
 * a command line of the user's own configuration.
 */
export async function findDriver(
  agent: SeatedAgent,
  configuration: AgentConfiguration,
  around: Surroundings,
  signal: AbortSignal,
): Promise<DriverFound> {
  const [named, reached] = [configured(configuration, agent.name), configured(configuration, agent.entry.via)];
  const own = named ?? reached;
  switch (agent.entry.driver) {
    case 'command':
      return command(agent.name, own, configuration, around);
    case 'cli':
      return findCli(agent, own, around, signal);
    case 'model':
      return findModel(agent, own, around.env);
    case 'acp': {
      // Loaded only for who is asked by it.
      const { findAcp } = await import('./acp/find-acp.js');
      return findAcp(agent, { named, reached }, around, signal);
    }
    default:
      return Promise.resolve({ failure: absent(`no driver ${agent.entry.driver} can ask ${agent.name}`) });
  }
}

function command(
  name: string,
  own: ConfiguredAgent | undefined,
  { file }: AgentConfiguration,
  around: Surroundings,
): DriverFound {
  if (own?.run === undefined)
    return { failure: absent(`what ${name} runs is not configured: agents.${name}.run in ${file}`) };
  const [named, ...args] = own.run;
  const program = findProgram(named, { path: around.env['PATH'], untrusted: around.untrusted });
  if (program === undefined) return { failure: absent(whyNot(named)) };
  return { driver: commandDriver(name, { program, args, allow: own.env }, around) };
}

function whyNot(program: string): string {
  const found = statSync(program, { throwIfNoEntry: false });
  if (found === undefined) return `${program} does not exist`;
  return `${program} can not be run: it is no executable file, or lies in the repository under review`;
}

function absent(detail: string): SeatFailure {
  return { kind: 'not_installed', detail };
}
