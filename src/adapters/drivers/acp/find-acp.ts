import type { ConfiguredAgent } from '../../../application/ports/user-configuration.js';
import type { SeatFailure } from '../../../domain/model/seat.js';
import type { SeatedAgent } from '../../../domain/seating/seating.js';
import { findProgram } from '../../process-group/find-program.js';
import { lackingOf, type Probed } from '../cli/probe.js';
import { rememberedProbe } from '../cli/remembered-probe.js';
import type { Started } from '../cli/started.js';
import type { Surroundings } from '../command.js';
import type { DriverFound } from '../driver.js';
import { acpDriver, type AcpSpec } from './acp-driver.js';
import type { AcpProgram } from './program.js';
import { acpPrograms, isAcpVia } from './programs.js';

/** What the user says of an agent under its own name, and under that of the program which it is reached through. */
export interface AcpConfigured {
  readonly named: ConfiguredAgent | undefined;
  readonly reached: ConfiguredAgent | undefined;
}

/** An agent that speaks the Agent Client Protocol: one of a fixed set, or a command line of the user's own configuration. */
export async function findAcp(
  { name, entry }: SeatedAgent,
  configured: AcpConfigured,
  around: Surroundings,
  signal: AbortSignal,
): Promise<DriverFound> {
  const own = configured.named ?? configured.reached;
  const via = own?.via ?? entry.via ?? name;
  const model = own?.model ?? entry.model;
  if (isAcpVia(via)) return known(acpPrograms[via], { configured, model, around, signal });
  if (own?.run === undefined)
    return absent(`${name} names no agent: say via, one of ${Object.keys(acpPrograms).join(', ')}, or what it runs`);
  const [program, ...args] = own.run;
  const file = findProgram(program, { path: around.env['PATH'], untrusted: around.untrusted });
  if (file === undefined) return absent(`${program} is no program outside of the repository`);
  const started = { program: file, args };
  const spec = { started, launch: () => ({ args: [] }), login: undefined, credentials: undefined };
  return { driver: acpDriver(name, { ...spec, model, allow: own.env }, around) };
}

interface Known {
  readonly configured: AcpConfigured;
  readonly model: string | undefined;
  readonly around: Surroundings;
  readonly signal: AbortSignal;
}

async function known(program: AcpProgram, { configured, model, around, signal }: Known): Promise<DriverFound> {
  const own = configured.named ?? configured.reached;
  const found = programsOf(program, configured, around);
  if ('failure' in found) return found;
  const { started, set } = found;
  const probed = program.help === undefined ? silent : await rememberedProbe(started, program.help, around, signal);
  const { flags, version } = probed;
  const lacking = lackingOf(program, probed);
  if (lacking !== undefined) return absent(`${program.program} ${lacking}`);
  const { login, variables, takesModel } = program;
  const spec: AcpSpec = {
    started,
    login,
    launch: ({ home, env }) => {
      const launch = program.launch({ has: (flag) => flags.has(flag), model, home, env });
      return { ...launch, set: { ...launch.set, ...set } };
    },
    model: takesModel ? undefined : model,
    allow: [...variables, ...(own?.env ?? [])],
    credentials: own?.credentials,
  };
  const name = version === undefined ? program.program : `${program.program} ${version}`;
  return { driver: acpDriver(name, spec, around) };
}

/** One that tells its version in the protocol alone. */
const silent: Probed = { version: undefined, flags: new Set() };

type Found =
  { readonly started: Started; readonly set: Readonly<Record<string, string>> } | { readonly failure: SeatFailure };

/** What is run, and what the program that speaks for another is told of it. */
function programsOf({ program, starts }: AcpProgram, { named, reached }: AcpConfigured, around: Surroundings): Found {
  const lookup = { path: around.env['PATH'], untrusted: around.untrusted };
  // What the user says of the agent on the command line is of the agent, and not of what speaks for it.
  const run = named?.run ?? (starts === undefined ? reached?.run : undefined) ?? ([program] as const);
  const file = findProgram(run[0], lookup);
  if (file === undefined) return absent(`${run[0]} is not in PATH outside of the repository`);
  const started = { program: file, args: run.slice(1) };
  if (starts === undefined) return { started, set: {} };
  const wanted = (named === reached ? undefined : reached?.run?.[0]) ?? starts.program;
  const agent = findProgram(wanted, lookup);
  if (agent === undefined) return absent(`${wanted} is not in PATH outside of the repository`);
  return { started, set: { [starts.variable]: agent } };
}

function absent(detail: string): { readonly failure: SeatFailure } {
  return { failure: { kind: 'not_installed', detail } };
}
