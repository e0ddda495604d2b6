import { execa } from 'execa';
import { killGroup } from '../../process-group/kill-group.js';
import { killLeftovers, watchGroup } from './leftovers.js';

/** A program to run alone: nothing of this process reaches it but what is named here. */
export interface IsolatedCall {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string;
  /** The whole environment. `HOME` must be a directory that no other process has. */
  readonly env: Readonly<Record<string, string>> & { readonly HOME: string };
  /** Written to stdin, which is then closed. */
  readonly input: string;
  readonly limits: ProcessLimits;
}

export interface ProcessLimits {
  /** Milliseconds from the start to the end. */
  readonly wallMs: number;
  /** Longest silence on stdout and stderr, milliseconds; undefined for a program that says nothing until it is done. */
  readonly idleMs?: number;
  /** Most bytes of stdout and stderr together. What goes beyond is not kept, and the program is stopped. */
  readonly outputBytes: number;
}

export type Stopped = 'timed_out' | 'idle' | 'cancelled' | 'too_much_output';

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

/** After SIGTERM, until SIGKILL. */
const graceMs = 2_000;
/** After the program has ended, until its pipes are given up: something that left its group may hold them. */
const drainMs = 1_000;

/**
 * Runs a program in a process group of its own, with closed stdin, and to its end: when this returns, nothing of the group
 * is left. It never throws for what the program does.
 *
 * @param heard told of every piece of stdout as it comes
 */
export async function runIsolated(
  call: IsolatedCall,
  signal: AbortSignal,
  heard: (text: string) => void = () => undefined,
): Promise<ProcessEnd> {
  const started = performance.now();
  const child = execa(call.program, call.args, {
    cwd: call.directory,
    env: call.env,
    extendEnv: false,
    input: call.input,
    detached: true,
    reject: false,
    buffer: false,
  });
  const unwatch = watchGroup(child.pid);
  const stop = new Stop(child.pid);
  const output = new Output(call.limits, stop);
  child.stdout.on('data', (chunk: Buffer) => heard(output.take('stdout', chunk)));
  child.stderr.on('data', (chunk: Buffer) => output.take('stderr', chunk));
  const wall = setTimeout(() => stop.now('timed_out'), call.limits.wallMs);
  const cancel = (): void => stop.now('cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  let drain: NodeJS.Timeout | undefined;
  child.once('exit', () => {
    // What the program left running would keep its pipes open and outlive the review.
    killGroup(child.pid, 'SIGKILL');
    drain = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, drainMs);
  });
  try {
    const result = await child;
    killGroup(child.pid, 'SIGKILL');
    return {
      stopped: stop.why,
      exitCode: result.exitCode,
      unstarted: child.pid === undefined ? (result.originalMessage ?? 'it could not be started') : undefined,
      ...output.texts(),
      durationMs: Math.round(performance.now() - started),
    };
  } finally {
    clearTimeout(wall);
    clearTimeout(drain);
    output.end();
    stop.end();
    signal.removeEventListener('abort', cancel);
    unwatch();
    killLeftovers(call.env.HOME);
  }
}

/** Stops a group once: asked first, then forced. */
class Stop {
  why: Stopped | undefined;
  readonly #pid: number | undefined;
  #force: NodeJS.Timeout | undefined;

  constructor(pid: number | undefined) {
    this.#pid = pid;
  }

  now(why: Stopped): void {
    if (this.why !== undefined) return;
    this.why = why;
    killGroup(this.#pid, 'SIGTERM');
    this.#force = setTimeout(() => killGroup(this.#pid, 'SIGKILL'), graceMs);
  }

  end(): void {
    clearTimeout(this.#force);
  }
}

/** Keeps what is written within the cap, and notices silence. */
class Output {
  readonly #stop: Stop;
  readonly #kept = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  readonly #idle: NodeJS.Timeout | undefined;
  #left: number;

  constructor(limits: ProcessLimits, stop: Stop) {
    this.#stop = stop;
    this.#left = limits.outputBytes;
    if (limits.idleMs !== undefined) this.#idle = setTimeout(() => stop.now('idle'), limits.idleMs);
  }

  take(stream: 'stdout' | 'stderr', chunk: Buffer): string {
    this.#idle?.refresh();
    const within = chunk.subarray(0, this.#left);
    this.#left -= within.length;
    if (within.length > 0) this.#kept[stream].push(within);
    if (within.length < chunk.length) this.#stop.now('too_much_output');
    return within.toString('utf8');
  }

  texts(): { readonly stdout: string; readonly stderr: string } {
    const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('utf8');
    return { stdout: text(this.#kept.stdout), stderr: text(this.#kept.stderr) };
  }

  end(): void {
    clearTimeout(this.#idle);
  }
}
