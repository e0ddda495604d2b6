import { execa } from 'execa';

/** Longest output of a tool that is kept, in characters; beyond it the run counts as failed. */
const maxOutput = 64 * 1024 * 1024;
const timeoutMs = 120_000;

export interface ToolOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/**
 * One analyzer process with an environment made from nothing, closed stdin, and a limit on time and output. A tool that
 * reports problems by its exit code has not failed; one that could not start, or was stopped, throws.
 */
export async function runTool(
  file: string,
  args: readonly string[],
  options: {
    readonly directory: string;
    readonly signal: AbortSignal;
    /** Fed to stdin, which is closed otherwise. */
    readonly input?: string;
  },
): Promise<ToolOutput> {
  const result = await execa(file, args, {
    cwd: options.directory,
    cancelSignal: options.signal,
    env: { PATH: process.env['PATH'] ?? '', HOME: options.directory, LC_ALL: 'C.UTF-8', NO_COLOR: '1' },
    extendEnv: false,
    ...(options.input === undefined ? { stdin: 'ignore' } : { input: options.input }),
    reject: false,
    timeout: timeoutMs,
    maxBuffer: maxOutput,
    stripFinalNewline: false,
  });
  if (result.exitCode === undefined) throw new Error(result.shortMessage ?? 'it did not end by itself');
  return { stdout: result.stdout, stderr: result.stderr, exitCode: result.exitCode };
}
