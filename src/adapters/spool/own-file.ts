import { constants, mkdir, open, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export interface Target {
  readonly directory: string;
  readonly name: string;
  /** Whether directories above it are made too: a store's directory that is missing may be about to be mounted. */
  readonly parents: boolean;
  readonly limitBytes: number;
}

/** Attempts at a file that others rename; each needs another process that takes it at that very moment. */
const attempts = 10;

/** Appends a text to a file of this user's alone. It is on disk, and in the file of that name, when it returns. */
export async function appendTo(target: Target, text: string): Promise<void> {
  const { directory, name, parents } = target;
  await makeDirectory(directory, parents);
  const file = join(directory, name);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    // No link is followed: a link could lead what people write anywhere.
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
    const handle = await open(file, flags, 0o600);
    try {
      await append(handle, file, text, target.limitBytes);
      if (await isStill(handle, file)) {
        await syncDirectory(directory);
        return;
      }
    } finally {
      await handle.close();
    }
  }
  throw new Error(`${file} was taken away ${attempts} times while it was written`);
}

async function append(handle: FileHandle, file: string, text: string, limitBytes: number): Promise<void> {
  const bytes = Buffer.from(text);
  const found = await handle.stat();
  if (!found.isFile() || !isMine(found.uid)) throw new Error(`${file} is not a file of this user`);
  if (found.size + bytes.length > limitBytes) throw new Error(`${file} would grow beyond ${limitBytes} bytes`);
  const { bytesWritten } = await handle.write(bytes);
  if (bytesWritten < bytes.length) throw new Error(`${file} took only ${bytesWritten} of ${bytes.length} bytes`);
  await handle.sync();
}

/** Whether the name still leads to the file that was written, and not to one that came after it was taken away. */
async function isStill(handle: FileHandle, file: string): Promise<boolean> {
  try {
    const [written, named] = await Promise.all([handle.stat(), stat(file)]);
    return written.ino === named.ino && written.dev === named.dev;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The text of a file; `foreign` where it is a link, no file, somebody else's, or longer than `limitBytes`. */
export async function readOwn(
  file: string,
  limitBytes: number,
): Promise<{ readonly content: string } | 'gone' | 'foreign'> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const found = await handle.stat();
    if (!found.isFile() || !isMine(found.uid) || found.size > limitBytes) return 'foreign';
    return { content: await handle.readFile('utf8') };
  } catch (error) {
    if (isMissing(error)) return 'gone';
    if (isLink(error)) return 'foreign';
    throw error;
  } finally {
    await handle?.close();
  }
}

async function makeDirectory(directory: string, parents: boolean): Promise<void> {
  try {
    await mkdir(directory, { recursive: parents, mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** What systems say of a link that must not be followed. */
function isLink(error: unknown): boolean {
  return ['ELOOP', 'EMLINK', 'ENXIO'].includes(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Where there are no user ids, the permissions of the directory have to do. */
function isMine(uid: number): boolean {
  const me = process.getuid?.();
  return me === undefined || uid === me;
}
