import type { Channel, SendResult } from '../../../application/ports/notifier.js';
import { directoryAround } from '../../user-config/inside.js';
import { runProgram } from '../run-program.js';

export interface CommandOptions {
  /** Absolute path of a program, then its arguments; no shell reads them. */
  readonly run: readonly [string, ...string[]];
  readonly timeoutMs: number;
  readonly env: NodeJS.ProcessEnv;
  /** Never a repository: a program may look for its configuration where it starts. */
  readonly directory: string;
  /** Directories whose programs are not run: the repository under review. */
  readonly outside: readonly string[];
}

/** Runs a program for each message, one after another, with the message as JSON on its standard input. */
export function commandSender({ run, outside, ...options }: CommandOptions): Pick<Channel, 'available' | 'send'> {
  const [file, ...args] = run;
  return {
    available: true,
    send: async (messages, signal) => {
      const around = await directoryAround(file, outside);
      if (around !== undefined) {
        const error = `${file} lies in ${around}, which is under review: nothing in it is run`;
        return messages.map(() => ({ outcome: 'failed', error }));
      }
      const results: SendResult[] = [];
      for (const message of messages) {
        if (signal.aborted) results.push({ outcome: 'released' });
        else {
          const input = `${JSON.stringify(message)}\n`;
          const error = await runProgram({ file, args, input, ...options }, signal);
          results.push(error === undefined ? { outcome: 'delivered' } : { outcome: 'failed', error });
        }
      }
      return results;
    },
  };
}
