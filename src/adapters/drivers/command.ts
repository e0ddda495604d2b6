import type { Driver, DriverAnswer, DriverCall } from './driver.js';
import type { Environment } from './isolation/environment.js';
import { makeSeatHome } from './isolation/environment.js';
import { processFailure } from './process/classify.js';
import { runIsolated, type ProcessEnd } from './process/isolated-process.js';

/** A program of the user's own that reads a prompt on stdin and writes its answer to stdout. */
export interface CommandSpec {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  /** Variables it may have. */
  readonly allow: readonly string[];
}

export interface Surroundings {
  readonly env: Environment;
  /** Directories from which no program is taken: the repository under review. */
  readonly untrusted: readonly string[];
}

/** Answers above this are no opinions. */
export const maxAnswerBytes = 16 * 1024 * 1024;

export function commandDriver(name: string, spec: CommandSpec, around: Surroundings): Driver {
  return { name, readsCheckout: true, writesCheckout: true, ask: (call) => ask(name, spec, around, call) };
}

async function ask(name: string, spec: CommandSpec, around: Surroundings, call: DriverCall): Promise<DriverAnswer> {
  const { directory } = await call.checkout();
  const home = makeSeatHome({ from: around.env, untrusted: around.untrusted, allow: spec.allow, set: {} });
  const limits = limitsFor(call);
  try {
    const isolated = { program: spec.program, args: spec.args, directory, env: home.env, input: call.prompt, limits };
    const end = await runIsolated(isolated, call.signal);
    const failure = processFailure(name, end, limits);
    const record = { transcript: transcriptOf(call.prompt, end), secrets: home.secrets };
    return failure === undefined
      ? { kind: 'answered', text: end.stdout, ...record }
      : { kind: 'failed', failure, ...record };
  } finally {
    home.remove();
  }
}

/** Of the program that answers a call. */
export function limitsFor({ limits: { wallMs, idleMs } }: Pick<DriverCall, 'limits'>) {
  return { wallMs, idleMs, outputBytes: maxAnswerBytes };
}

/** Prompt, both streams and the end of one run. */
export function transcriptOf(prompt: string, end: ProcessEnd): string {
  const how = end.unstarted ?? end.stopped ?? `exit code ${end.exitCode ?? 'none'}`;
  return [
    ...['--- prompt', prompt, '--- stdout', end.stdout, '--- stderr', end.stderr],
    `--- ended: ${how}, after ${end.durationMs} ms`,
  ].join('\n');
}
