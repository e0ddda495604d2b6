import { spawn } from 'node:child_process';
import { refuse, type Refusal } from '../domain/model/refusal.js';

/**
 * Runs a command that the user typed, on the user's terminal. It is told to end when the signal aborts. A command that a signal
 * ended has the exit code that shells give it.
 */
export function runScript(
  [program = '', ...args]: readonly string[],
  { directory, aside }: { readonly directory: string; readonly aside: boolean },
  signal: AbortSignal,
): Promise<number | Refusal> {
  return new Promise((settle) => {
    const child = spawn(program, args, { cwd: directory, stdio: ['inherit', aside ? 2 : 'inherit', 'inherit'] });
    const end = () => child.kill('SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    child.once('error', (error) => {
      signal.removeEventListener('abort', end);
      settle(refuse('no_such_command', `${program} could not be run: ${error.message}`, 'name a program after `--`'));
    });
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      settle(code ?? 128);
    });
  });
}
