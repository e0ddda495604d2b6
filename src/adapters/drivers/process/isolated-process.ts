import { tmpdir } from 'node:os';
import { basename, dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { execa } from 'execa';
import { killGroup } from '../../process-group/kill-group.js';
import { KeptOutput, type OutputLimits } from './kept-output.js';
import { endLeftovers, watchGroup } from './leftovers.js';
import { beginningOf } from './process-table.js';
import { Stop, type Stopped } from './stop.js';

/** A program to run alone: nothing of this process reaches it but what is named here. */
export interface IsolatedProgram {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string;
  /** The whole environment. `HOME` must be a directory that no other process has: `countersign-…` among the temporary ones. */
  readonly env: Readonly<Record<string, string>> & { readonly HOME: string };
  readonly limits: ProcessLimits;
}

export interface IsolatedCall extends IsolatedProgram {
  /** Written to stdin, which is then closed. */
  readonly input: string;
}

/** A program that is spoken with while it runs. */
export interface IsolatedDialogue extends IsolatedProgram {
  /** Told of every piece of stdout as it comes, within the limit. */
  readonly heard: (bytes: Buffer) => void;
  /** Asks it to stop in its own protocol, at a limit, before its group is ended. */
  readonly farewell: () => void;
}

export interface ProcessLimits extends OutputLimits {
  /** Milliseconds from the start to the end. */
  readonly wallMs: number;
}

/** One record for every way a program can end. */
export interface ProcessEnd {
  /** Why it was stopped; undefined when it ended by itself. */
  readonly stopped: Stopped | undefined;
  /** Undefined when a signal ended it or it never started. */
  readonly exitCode: number | undefined;
  /** Why it never started, e.g. that the file does not exist. */
  readonly unstarted: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** A program at work, in a process group of its own. */
export interface RunningProgram {
  readonly stdin: Writable;
  /** Closes its stdin; when it has not ended by itself in a moment, ends its group. */
  readonly finish: () => void;
  /** When this settles, nothing of the group is left. It never rejects for what the program does. */
  readonly ended: Promise<ProcessEnd>;
}

/** After the program has ended, until its pipes are given up: something that left its group may hold them. */
const drainMs = 1_000;

/**
 * Runs a program in a process group of its own, with closed stdin, and to its end: when this returns, nothing of the group
 * is left. It never throws for what the program does.
 */
export function runIsolated(call: IsolatedCall, signal: AbortSignal): Promise<ProcessEnd> {
  const started = start(call, signal, {});
  started.stdin.end(call.input);
  return started.ended;
}

/** Starts a program in a process group of its own, to speak with it. */
export function startIsolated({ heard, farewell, ...program }: IsolatedDialogue, signal: AbortSignal): RunningProgram {
  return start(program, signal, { heard, farewell });
}

function start(
  program: IsolatedProgram,
  signal: AbortSignal,
  { heard, farewell }: Partial<Pick<IsolatedDialogue, 'heard' | 'farewell'>>,
): RunningProgram {
  const HOME = homeOfItsOwn(program);
  const started = performance.now();
  const child = execa(program.program, program.args, {
    cwd: program.directory,
    env: program.env,
    extendEnv: false,
    detached: true,
    reject: false,
    buffer: false,
  });
  // It may end, or close its stdin, before it has read everything.
  child.stdin.on('error', () => undefined);
  const unwatch = watchGroup(child.pid);
  const began = beginningOf(child.pid);
  const stop = new Stop(child.pid, farewell);
  const output = new KeptOutput(program.limits, stop);
  child.stdout.on('data', (chunk: Buffer) => {
    const within = output.take('stdout', chunk);
    heard?.(within);
  });
  child.stderr.on('data', (chunk: Buffer) => output.take('stderr', chunk));
  const unlimit = limit(stop, program.limits.wallMs, signal);
  let drain: NodeJS.Timeout | undefined;
  child.once('exit', () => {
    // What the program left running would keep its pipes open and outlive the review.
    killGroup(child.pid, 'SIGKILL');
    drain = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, drainMs);
  });
  const toEnd = async (): Promise<ProcessEnd> => {
    try {
      const result = await child;
      return {
        stopped: stop.why,
        exitCode: result.exitCode,
        unstarted: child.pid === undefined ? (result.originalMessage ?? 'it could not be started') : undefined,
        ...output.texts(),
        durationMs: Math.round(performance.now() - started),
      };
    } finally {
      unlimit();
      clearTimeout(drain);
      output.end();
      stop.end();
      unwatch();
      await endLeftovers({ group: child.pid, began, home: HOME });
    }
  };
  const finish = (): void => {
    stop.finish();
    child.stdin.end();
  };
  return { stdin: child.stdin, finish, ended: toEnd() };
}

/** Stops it when its time is up, or the review is cancelled. Returns what undoes that. */
function limit(stop: Stop, wallMs: number, signal: AbortSignal): () => void {
  const wall = setTimeout(() => stop.now('timed_out'), wallMs);
  const cancel = (): void => stop.now('cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  return () => {
    clearTimeout(wall);
    signal.removeEventListener('abort', cancel);
  };
}

/** Whatever has this home is ended with the program: one that others have too would be the end of them all. */
function homeOfItsOwn({ env: { HOME } }: IsolatedProgram): string {
  if (dirname(HOME) === tmpdir() && basename(HOME).startsWith('countersign-')) return HOME;
  throw new Error(`a program that runs alone needs a home directory of its own, and not ${HOME}`);
}
