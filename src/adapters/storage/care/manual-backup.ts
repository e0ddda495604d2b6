import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../blobs/file-blobs.js';

export interface ManualBackup {
  /** Absolute path of the copied database. */
  readonly file: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Keeps where and when the last backup by hand was made, below the directory of the store, so that it is known of. */
export async function noteBackup(directory: string, made: ManualBackup): Promise<void> {
  const note = noteOf(directory);
  const partial = `${note}.partial-${process.pid}`;
  await mkdir(join(directory, 'backups'), { recursive: true });
  await writeFile(partial, JSON.stringify({ file: made.file, at: made.at }));
  await rename(partial, note);
}

/** The last backup by hand, undefined where there was none or its file is not there any more. */
export async function notedBackup(directory: string): Promise<ManualBackup | undefined> {
  try {
    const noted = readNote(await readFile(noteOf(directory), 'utf8'));
    if (noted !== undefined) await stat(noted.file);
    return noted;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function noteOf(directory: string): string {
  return join(directory, 'backups', 'by-hand.json');
}

/** A note that somebody else wrote over says nothing. */
function readNote(text: string): ManualBackup | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null || !('file' in read) || !('at' in read)) return undefined;
  const { file, at } = read;
  return typeof file === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { file, at } : undefined;
}
