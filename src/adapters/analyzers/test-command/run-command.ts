import { execa } from 'execa';
import { killGroup } from '../../process-group/kill-group.js';
import type { TestCommand } from '../../../application/ports/reviewer.js';

export type CommandEnd =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly output: string }
  | { readonly kind: 'unfinished'; readonly reason: string; readonly output: string };

/** Variables that builds need and that hold no credential. */
const allowed = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TERM',
  'SHELL',
  'USER',
  'JAVA_HOME',
  'GOPATH',
  'GOCACHE',
  'GOFLAGS',
];

/** Longest output that is kept, in bytes; what follows is dropped while the command runs on. */
const maxOutput = 2 * 1024 * 1024;

/**
 * Runs the command by `sh -c` in a process group of its own, with closed stdin. The group is killed when the time is up or
 * the review is cancelled, so that nothing it started outlives it.
 */
export async function runCommand(command: TestCommand, directory: string, signal: AbortSignal): Promise<CommandEnd> {
  const env = Object.fromEntries(
    allowed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const child = execa('sh', ['-c', command.command], {
    cwd: directory,
    env: { ...env, CI: '1', COUNTERSIGN_TEST_COMMAND: '1' },
    extendEnv: false,
    stdin: 'ignore',
    detached: true,
    cleanup: true,
    reject: false,
    buffer: false,
    all: true,
  });
  const chunks: Buffer[] = [];
  let kept = 0;
  child.all.on('data', (chunk: Buffer) => {
    if (kept < maxOutput) chunks.push(chunk.subarray(0, maxOutput - kept));
    kept += chunk.length;
  });
  let stopped: string | undefined;
  const stop = (why: string): void => {
    stopped ??= why;
    killGroup(child.pid);
  };
  const timer = setTimeout(stop, command.timeoutMs, `it did not end within ${Math.round(command.timeoutMs / 1000)} s`);
  const cancel = (): void => stop('the review was cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const result = await child;
    killGroup(child.pid);
    const more = kept > maxOutput ? `\n[${kept - maxOutput} more bytes were dropped]\n` : '';
    const output = Buffer.concat(chunks).toString('utf8') + more;
    const unfinished = stopped ?? unstarted(result);
    return unfinished === undefined
      ? { kind: 'ended', exitCode: result.exitCode ?? 1, output }
      : { kind: 'unfinished', reason: `the test command gave no answer: ${unfinished}`, output };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

/** 126 and 127 are how a shell says that a program could not be run or was not found. */
function unstarted(result: {
  readonly exitCode?: number | undefined;
  readonly shortMessage?: string | undefined;
}): string | undefined {
  if (result.exitCode === undefined) return result.shortMessage ?? 'it was killed by a signal';
  return result.exitCode === 126 || result.exitCode === 127
    ? `it could not be started (exit ${result.exitCode})`
    : undefined;
}
