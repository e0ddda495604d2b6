import type { ConfiguredAgent } from '../../../application/ports/user-configuration.js';
import type { SeatedAgent } from '../../../domain/seating/seating.js';
import type { Surroundings } from '../command.js';
import type { DriverFound } from '../driver.js';
import { findProgram } from '../../process-group/find-program.js';
import { cliDriver } from './cli-driver.js';
import { lackingOf } from './probe.js';
import { cliPrograms, isCliVia } from './programs/index.js';
import { rememberedProbe } from './remembered-probe.js';

/** The agent on the command line that a seat names, in the version that is installed; why not, where it can't be asked. */
export async function findCli(
  { name, entry }: SeatedAgent,
  own: ConfiguredAgent | undefined,
  around: Surroundings,
  signal: AbortSignal,
): Promise<DriverFound> {
  const via = own?.via ?? entry.via ?? name;
  if (!isCliVia(via)) return absent(`${name} names no program: say via, one of ${Object.keys(cliPrograms).join(', ')}`);
  const program = cliPrograms[via];
  const [named, ...args] = own?.run ?? [program.program];
  const file = findProgram(named, { path: around.env['PATH'], untrusted: around.untrusted });
  if (file === undefined) return absent(`${named} is not in PATH outside of the repository`);
  const started = { program: file, args };
  const probed = await rememberedProbe(started, program.help, around, signal);
  const lacking = lackingOf(program, probed);
  if (lacking !== undefined) return absent(`${named} ${lacking}`);
  const model = own?.model ?? entry.model;
  const spec = { program, started, probed, model, allow: own?.env ?? [], credentials: own?.credentials };
  return { driver: cliDriver(spec, around) };
}

function absent(detail: string): DriverFound {
  return { failure: { kind: 'not_installed', detail } };
}
