import type { Channel, SendResult } from '../../../application/ports/notifier.js';
import type { Message } from '../../../domain/notification/message.js';
import { runProgram, type Program } from '../run-program.js';

/** Notifications raised one by one; the rest is told as a number, as a desktop that was away for long would be full. */
const raisedAtMost = 3;

const timeoutMs = 5_000;

export interface DesktopOptions {
  readonly sound: boolean;
  readonly platform: NodeJS.Platform;
  /** Absolute path of a program in PATH, undefined where there is none. */
  readonly find: (name: string) => string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly directory: string;
}

interface Words {
  readonly title: string;
  readonly body: string;
}

type Raise = (words: Words) => Pick<Program, 'file' | 'args'>;

/** Raises notifications of the desktop by the program that the system has for it. */
export function desktopSender(options: DesktopOptions): Pick<Channel, 'available' | 'send'> {
  return {
    available: true,
    send: async (messages, signal) => {
      const raise = options.platform === 'darwin' ? macOs(options) : freedesktop(options);
      if (typeof raise === 'string') return messages.map(() => ({ outcome: 'failed', error: raise }));
      const { env, directory } = options;
      const run = (words: Words) => runProgram({ ...raise(words), input: '', env, directory, timeoutMs }, signal);
      const results: SendResult[] = [];
      for (const message of messages.slice(0, raisedAtMost)) {
        if (signal.aborted) return [...results, ...released(messages.length - results.length)];
        results.push(resultOf(await run(wordsOf(message))));
      }
      const rest = messages.length - results.length;
      if (rest === 0) return results;
      const told = resultOf(await run({ title: `Countersign: ${rest} more`, body: 'countersign notifications' }));
      return [...results, ...Array.from({ length: rest }, () => told)];
    },
  };
}

/** Names of the programs of which one must be there, for whoever looks after the machine. */
export function desktopProgram(platform: NodeJS.Platform): string {
  return platform === 'darwin' ? 'osascript' : 'notify-send';
}

const script = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'];

/** The words are arguments, not part of the script: nothing in them is run. */
function macOs({ sound, find }: DesktopOptions): Raise | string {
  const file = find('osascript');
  if (file === undefined) return 'there is no osascript in PATH';
  const lines = sound ? script.map((line) => line.replace(/argv\)$/u, 'argv) sound name "Ping"')) : script;
  return ({ title, body }) => ({ file, args: [...lines.flatMap((line) => ['-e', line]), title, body] });
}

/** https://specifications.freedesktop.org/notification-spec: a body may hold markup, so its signs are escaped. */
function freedesktop({ sound, find }: DesktopOptions): Raise | string {
  const file = find('notify-send');
  if (file === undefined) return 'there is no notify-send in PATH';
  const hints = sound ? ['--hint=string:sound-name:message-new-instant'] : [];
  return ({ title, body }) => ({ file, args: ['--app-name=countersign', ...hints, '--', title, escaped(body)] });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function wordsOf({ summary, detail, next }: Message): Words {
  return { title: summary, body: detail === null ? next : `${next}: ${detail}` };
}

function resultOf(error: string | undefined): SendResult {
  return error === undefined ? { outcome: 'delivered' } : { outcome: 'failed', error };
}

function released(count: number): readonly SendResult[] {
  return Array.from({ length: count }, () => ({ outcome: 'released' }));
}
