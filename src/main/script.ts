import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { refuse, type Refusal } from '../domain/model/refusal.js';

/** Characters of a log that are kept: beyond them the last ones say most. */
const longestLog = 100_000;

/**
 * Runs a command that the user typed, on the user's terminal. It is told to end when the signal aborts. A command that a signal
 * ended has the exit code that shells give it. `kept`: what it prints is given back as well.
 */
export function runScript(
  [program = '', ...args]: readonly string[],
  { directory, aside, kept }: { readonly directory: string; readonly aside: boolean; readonly kept: boolean },
  signal: AbortSignal,
): Promise<{ readonly code: number; readonly said?: string } | Refusal> {
  return new Promise((settle) => {
    const outputs = kept ? (['pipe', 'pipe'] as const) : ([aside ? 2 : 'inherit', 'inherit'] as const);
    const child = spawn(program, args, { cwd: directory, stdio: ['inherit', ...outputs] });
    let said = '';
    const pass = (stream: Readable | null, to: NodeJS.WritableStream): void => {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said = `${said}${text}`.slice(-longestLog);
        to.write(text);
      });
    };
    pass(child.stdout, aside ? process.stderr : process.stdout);
    pass(child.stderr, process.stderr);
    const end = () => child.kill('SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    child.once('error', (error) => {
      signal.removeEventListener('abort', end);
      settle(refuse('no_such_command', `${program} could not be run: ${error.message}`, 'name a program after `--`'));
    });
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      settle({ code: code ?? 128, ...(kept && { said }) });
    });
  });
}
