import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { noteBackup } from '../adapters/storage/care/manual-backup.js';
import { exists, isMissing } from '../adapters/storage/blobs/file-blobs.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';
import type { Stores } from './stores.js';

export interface BackupAsk {
  readonly store: Pick<Store, 'backup'>;
  /** Directory of the store. */
  readonly directory: string;
  /** Absolute path that does not exist, in a folder that does. */
  readonly file: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Writes a copy to `file`, which is seen from the directory of the command. */
export async function backup(start: Start, stores: Stores, store: Store, file: string): ReturnType<typeof backupTo> {
  const directory = await stores.directory();
  if (isRefusal(directory)) return directory;
  return backupTo({ store, directory, file: resolve(start.directory, file), now: Date.now() });
}

/** Writes a copy by hand and notes it beside the store, for `countersign doctor`. */
export async function backupTo(ask: BackupAsk): Promise<{ readonly file: string; readonly bytes: number } | Refusal> {
  const { store, file } = ask;
  const folder = await whyNotInto(dirname(file));
  if (folder !== undefined) return folder;
  for (const taken of [file, `${file}.blobs`])
    if (await exists(taken))
      return refuse('file_exists', `${taken} exists; a backup never overwrites.`, 'Name a file that does not exist.');
  const { bytes } = await store.backup(file);
  await noted(ask);
  return { file, bytes };
}

/** Looked at before the copy is made: what is wrong with the target says nothing about the store. */
async function whyNotInto(folder: string): Promise<Refusal | undefined> {
  const refusal = (what: string, remedy: string): Refusal =>
    refuse('backup_not_written', `the folder ${folder} ${what}, so no backup was written`, remedy);
  const there = await whetherFolder(folder);
  if (there === undefined) return refusal('does not exist', 'Make the folder first, or name a file in another.');
  if (!there) return refusal('is no folder', 'Name a file in a folder.');
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return refusal('cannot be written by you', 'Give yourself permission, or name a file in another folder.');
  }
}

async function whetherFolder(path: string): Promise<boolean | undefined> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isMissing(error)) return undefined;
    // Below a file, or behind a folder that may not be entered.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** The copy is whole where the store's own directory cannot be written, too; then only `countersign doctor` does not know of it. */
async function noted(ask: BackupAsk): Promise<void> {
  try {
    await noteBackup(ask.directory, { file: ask.file, at: new Date(ask.now).toISOString() });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
