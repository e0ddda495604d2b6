import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { home as homeOf } from '../../user-config/config-file.js';
import { limitsFor, transcriptOf, type Surroundings } from '../command.js';
import type { Driver, DriverAnswer, DriverCall } from '../driver.js';
import { makeSeatHome } from '../isolation/environment.js';
import { failureFrom, processFailure } from '../process/classify.js';
import { runIsolated } from '../process/isolated-process.js';
import { linkLogin } from './login.js';
import type { CliProgram, Launch } from './program.js';
import type { Probed } from './probe.js';
import type { Started } from './started.js';

export interface CliSpec {
  readonly program: CliProgram;
  readonly started: Started;
  readonly probed: Probed;
  readonly model: string | undefined;
  /** Variables it may have besides those of its maker. */
  readonly allow: readonly string[];
  /** Directory that holds its login; undefined: where it keeps it itself. */
  readonly credentials: string | undefined;
}

/** A maker's agent, asked once for each prompt. */
export function cliDriver(spec: CliSpec, around: Surroundings): Driver {
  const { program, version } = { program: spec.program.program, version: spec.probed.version };
  const name = version === undefined ? program : `${program} ${version}`;
  const writes = spec.program.writes === true ? ({ writesCheckout: true } as const) : {};
  return { name, readsCheckout: true, ...writes, ask: (call) => ask(name, spec, around, call) };
}

async function ask(name: string, spec: CliSpec, around: Surroundings, call: DriverCall): Promise<DriverAnswer> {
  const { program, started, probed, model, allow, credentials } = spec;
  const { directory } = await call.checkout();
  const allowed = [...program.variables, ...allow];
  const seat = makeSeatHome({ from: around.env, untrusted: around.untrusted, allow: allowed, set: {} });
  const { home } = seat;
  const limits = limitsFor(call);
  try {
    linkLogin(program, { from: credentials, userHome: homeOf(around.env), home });
    const launch = program.launch({
      has: (flag) => probed.flags.has(flag),
      model,
      ...(call.limits.costUsd !== undefined && { costUsd: call.limits.costUsd }),
      schema: call.schema,
      ...(call.author && { author: call.author }),
      home,
      env: seat.env,
    });
    for (const [path, text] of Object.entries(launch.files ?? {})) put(join(home, path), text);
    const isolated = {
      program: started.program,
      args: [...started.args, ...launch.args],
      directory,
      env: { ...seat.env, ...launch.set, HOME: home },
      input: call.prompt,
      limits,
    };
    const end = await runIsolated(isolated, call.signal);
    const { text, failed, usage } = program.read(end.stdout, answerIn(home, launch));
    const record = { transcript: transcriptOf(call.prompt, end), secrets: seat.secrets, ...(usage && { usage }) };
    // Its output has the change in it; only what it says of itself tells why it failed.
    const failure =
      processFailure(name, { ...end, stdout: failed ?? '' }, limits) ??
      (failed === undefined ? undefined : failureFrom(failed, `${name} failed`));
    if (failure !== undefined) return { kind: 'failed', failure, ...record };
    if (text !== undefined) return { kind: 'answered', text, ...record };
    const detail = `${name} ended without an answer`;
    return { kind: 'failed', failure: { kind: 'unreadable', detail }, ...record };
  } finally {
    seat.remove();
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
}

/** What the program wrote as its last word, undefined where it did not. */
function answerIn(home: string, { answerFile }: Launch): string | undefined {
  if (answerFile === undefined) return undefined;
  try {
    return readFileSync(join(home, answerFile), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
