import { constants } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Channel } from '../../../application/ports/notifier.js';
import type { Message } from '../../../domain/notification/message.js';
import { directoryAround } from '../../user-config/inside.js';

const { O_APPEND, O_CREAT, O_RDWR, O_NONBLOCK } = constants;

const newline = 0x0a;

/** Appends one JSON object a line to a file that only its owner may read; on disk when it returns. */
export function fileSender(path: string, outside: readonly string[]): Pick<Channel, 'available' | 'send'> {
  return {
    available: true,
    send: async (messages) => {
      // There, a link could lead the lines to any file of the user.
      const around = await directoryAround(path, outside);
      if (around !== undefined) throw new Error(`${path} leads into ${around}, which is under review`);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Without waiting: where somebody put a pipe that nobody reads, opening it would never return.
      const file = await open(path, O_APPEND | O_CREAT | O_RDWR | O_NONBLOCK, 0o600);
      try {
        await append(file, path, messages);
      } finally {
        await file.close();
      }
      return messages.map(() => ({ outcome: 'delivered' }));
    },
  };
}

async function append(file: FileHandle, path: string, messages: readonly Message[]): Promise<void> {
  const found = await file.stat();
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  const bytes = Buffer.from((await endsInLine(file, found.size)) ? lines : `\n${lines}`, 'utf8');
  // One write for all, so that lines of two processes do not mix.
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten !== bytes.length) throw new Error(`${path} took ${bytesWritten} of ${bytes.length} bytes`);
  await file.datasync();
}

/** False where a process died, or is, in the middle of a line, which the next one must not continue. */
async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === newline;
}
