import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { directoryAround } from './inside.js';

export interface TrustedFile {
  readonly text: string;
  /** Whether the group or everybody may read it. */
  readonly readByOthers: boolean;
}

/** Bytes; a configuration of a hundred channels has a tenth of it. */
const largest = 256 * 1024;

const root = 0;

/**
 * A file that can make this program run others or send data away: it must be the user's own (or root's), writable by nobody
 * else, and outside of the given directories. Undefined where there is none, or none that this user may read.
 */
export async function readTrusted(
  file: string,
  outside: readonly string[],
): Promise<TrustedFile | undefined | Refusal> {
  const real = await realpath(file).catch(absent);
  if (real === undefined) return undefined;
  const around = await directoryAround(file, outside);
  if (around !== undefined)
    return untrusted(file, `lies in ${around}, which is under review`, 'Keep it outside of every repository.');
  const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK).catch(absent);
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    const { uid, mode, size } = stats;
    if (!stats.isFile()) return untrusted(file, 'is not a file', 'Replace it by a file.');
    if (uid !== root && uid !== (process.geteuid?.() ?? uid))
      return untrusted(file, 'belongs to another user', 'Make it your own file.');
    if ((mode & 0o022) !== 0) return untrusted(file, 'can be written by others', `chmod go-w ${file}`);
    if (size > largest) return untrusted(file, `has ${size} bytes`, `Keep it below ${largest} bytes.`);
    return { text: await handle.readFile('utf8'), readByOthers: (mode & 0o044) !== 0 };
  } finally {
    await handle.close();
  }
}

function untrusted(file: string, what: string, remedy: string): Refusal {
  return refuse('config_untrusted', `${file} ${what}, so it is not used`, remedy);
}

/** Absent, or not for this user: then it is not their configuration. */
function absent(error: unknown): undefined {
  const codes = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'];
  if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return undefined;
  throw error;
}
