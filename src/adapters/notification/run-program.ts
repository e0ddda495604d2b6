import { spawn } from 'node:child_process';
import { killGroup } from '../process-group/kill-group.js';

export interface Program {
  /** Absolute path. */
  readonly file: string;
  readonly args: readonly string[];
  /** Fed to standard input, which then ends. */
  readonly input: string;
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

const keptErrors = 2_000;

/**
 * Runs a program to its end without a shell, in a process group of its own that is killed when the time is up or `signal`
 * aborts. Undefined when it ended with 0, else why not, with the first line of what it said.
 */
export async function runProgram(program: Program, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return 'there was no time left to start it';
  const child = spawn(program.file, [...program.args], {
    cwd: program.directory,
    env: program.env,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  let stopped: string | undefined;
  const stop = (why: string): void => {
    stopped ??= why;
    killGroup(child.pid);
  };
  const timer = setTimeout(stop, program.timeoutMs, `it did not end within ${program.timeoutMs / 1000} s`);
  const abort = (): void => stop('it did not end in the time there was');
  signal.addEventListener('abort', abort, { once: true });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < keptErrors) said += text;
  });
  // A program may end without reading what it is given; how it ended says whether that was well.
  child.stdin.on('error', () => undefined);
  child.stdin.end(program.input);
  try {
    return await new Promise((resolve) => {
      child.once('error', (error) => resolve(`it could not be started: ${error.message}`));
      // Not `close`: something it left behind may hold its standard error open.
      child.once('exit', (code, killedBy) => resolve(stopped ?? reasonOf(code, killedBy, said)));
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    child.stderr.destroy();
  }
}

function reasonOf(code: number | null, killedBy: NodeJS.Signals | null, said: string): string | undefined {
  if (code === 0) return undefined;
  const how = code === null ? `was ended by ${killedBy ?? 'a signal'}` : `ended with ${code}`;
  const [line = ''] = said.trim().split('\n', 1);
  return line === '' ? `it ${how}` : `it ${how}: ${line}`;
}
