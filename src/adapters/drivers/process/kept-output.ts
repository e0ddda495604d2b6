import type { Stop } from './stop.js';

export interface OutputLimits {
  /** Longest silence on stdout and stderr, milliseconds; undefined for a program that says nothing until it is done. */
  readonly idleMs?: number;
  /** Most bytes of stdout and stderr together. What goes beyond is not kept, and the program is stopped. */
  readonly outputBytes: number;
  /** False where whoever hears stdout as it comes keeps what it needs of it. By default true. */
  readonly keepsStdout?: boolean;
}

/** Keeps what is written within the cap, and notices silence. */
export class KeptOutput {
  readonly #stop: Stop;
  readonly #kept = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  readonly #idle: NodeJS.Timeout | undefined;
  readonly #keeps: { readonly stdout: boolean; readonly stderr: boolean };
  #left: number;

  constructor(limits: OutputLimits, stop: Stop) {
    this.#stop = stop;
    this.#left = limits.outputBytes;
    this.#keeps = { stdout: limits.keepsStdout !== false, stderr: true };
    if (limits.idleMs !== undefined) this.#idle = setTimeout(() => stop.now('idle'), limits.idleMs);
  }

  /** Returns what of it is within the cap. */
  take(stream: 'stdout' | 'stderr', chunk: Buffer): Buffer {
    this.#idle?.refresh();
    const within = chunk.subarray(0, this.#left);
    this.#left -= within.length;
    if (within.length > 0 && this.#keeps[stream]) this.#kept[stream].push(within);
    if (within.length < chunk.length) this.#stop.now('too_much_output');
    return within;
  }

  texts(): { readonly stdout: string; readonly stderr: string } {
    const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('utf8');
    return { stdout: text(this.#kept.stdout), stderr: text(this.#kept.stderr) };
  }

  end(): void {
    clearTimeout(this.#idle);
  }
}
