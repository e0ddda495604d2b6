import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuse, type Refusal } from '../domain/model/refusal.js';

/** A file as it is and as it shall be. */
export interface Planned {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** What keeps a file from being written and is for the user to mend; ENOENT is what `mkdir` says of a read-only file system. */
const obstacles: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOENT', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the quota of the disk is used up'],
]);

/** Writes what changes, below `top`. No file is half-written: a refusal names the one that could not be written. */
export async function writePlanned(top: string, files: readonly Planned[]): Promise<Refusal | undefined> {
  for (const file of files) {
    try {
      await write(top, file);
    } catch (error) {
      const why = obstacles.get(error instanceof Error && 'code' in error ? error.code : undefined);
      if (why === undefined) throw error;
      const message = `${join(top, file.path)} cannot be written: ${why}`;
      return refuse(
        'not_writable',
        message,
        'make the directory writable for this user, or free space, and run it again',
      );
    }
  }
  return undefined;
}

/** A new file is created, a changed one replaced at once: nobody reads half of it. */
async function write(top: string, { path, before, after }: Planned): Promise<void> {
  const file = join(top, path);
  if (before === after) return;
  await mkdir(dirname(file), { recursive: true });
  const draft = before === undefined ? file : `${file}.${process.pid}.tmp`;
  const mode = before === undefined ? 0o666 : (await stat(file)).mode;
  try {
    await writeFile(draft, after, { flag: 'wx', mode });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) await rm(draft, { force: true });
    throw error;
  }
  if (draft !== file) await rename(draft, file);
}
