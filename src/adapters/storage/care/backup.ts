import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StoreUnavailable, type Verification } from '../../../application/ports/store.js';
import { syncDirectory } from '../../durable-file/sync-directory.js';
import { exists, isMissing } from '../blobs/file-blobs.js';
import { statement } from '../sqlite/connection.js';
import type { SqliteDatabase } from '../sqlite/database.js';
import { translate } from '../sqlite/errors.js';

export interface BackupSource {
  readonly database: SqliteDatabase;
  readonly blobDirectory: string;
  /** Checks a finished copy as the store itself is checked. */
  readonly verifyCopy: (file: string) => Promise<Verification>;
}

/**
 * Copies the database to `target` and the blobs to the directory `TARGET.blobs`, both complete under their names or not
 * there. The database goes first: blobs are written before the events that name them, so none is missing.
 */
export async function backup(source: BackupSource, target: string): Promise<{ readonly bytes: number }> {
  const file = resolve(target);
  const blobs = `${file}.blobs`;
  for (const taken of [file, blobs]) if (await exists(taken)) throw alreadyThere(taken);
  const partial = `${file}.partial-${process.pid}`;
  const partialBlobs = `${blobs}.partial-${process.pid}`;
  try {
    const bytes = await copyDatabase(source, partial);
    const blobBytes = await copyBlobs(source.blobDirectory, partialBlobs);
    await rename(partialBlobs, blobs);
    await giveName(partial, file);
    await syncDirectory(dirname(file));
    return { bytes: bytes + blobBytes };
  } catch (error) {
    throw ofTarget(translate(error, file), file);
  } finally {
    await rm(partial, { force: true });
    await rm(partialBlobs, { force: true, recursive: true });
  }
}

/** The store was open already and is only read: what cannot be written or opened, or has no room, is the copy. */
const whyNot: Partial<Record<StoreUnavailable['kind'], string>> = {
  full: 'its disk is full',
  read_only: 'it cannot be written there',
  unreachable: 'it cannot be made there',
};

function ofTarget(error: unknown, file: string): unknown {
  const why = error instanceof StoreUnavailable ? whyNot[error.kind] : undefined;
  if (!(error instanceof StoreUnavailable) || why === undefined || error.cause === undefined) return error;
  const detail = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new StoreUnavailable(
    error.kind,
    `The backup ${file} was not written: ${why}${detail}.`,
    'Make room there, or name a file in another place. The store is as it was, and nothing half-written was left.',
    error.cause,
  );
}

async function copyDatabase(source: BackupSource, partial: string): Promise<number> {
  await rm(partial, { force: true });
  await source.database.read(statement('vacuum into ?', partial));
  const verification = await source.verifyCopy(partial);
  if (!verification.intact) {
    throw new StoreUnavailable(
      'corrupt',
      `The copy is not intact: ${verification.reason}; no backup was made.`,
      verification.remedy ?? 'Run `countersign verify` on the store, and restore an earlier backup if it is damaged.',
    );
  }
  await syncFile(partial);
  return (await stat(partial)).size;
}

async function copyBlobs(from: string, to: string): Promise<number> {
  await rm(to, { force: true, recursive: true });
  await mkdir(to);
  let bytes = 0;
  for (const folder of await entries(from)) {
    await mkdir(join(to, folder));
    for (const name of (await entries(join(from, folder))).filter((entry) => /^[0-9a-f]{62}$/.test(entry))) {
      const copy = join(to, folder, name);
      await copyFile(join(from, folder, name), copy, constants.COPYFILE_FICLONE);
      await syncFile(copy);
      bytes += (await stat(copy)).size;
    }
    await syncDirectory(join(to, folder));
  }
  await syncDirectory(to);
  return bytes;
}

async function entries(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Unlike a rename, a link never takes the place of a file that somebody made meanwhile. */
async function giveName(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw alreadyThere(file);
    throw error;
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function alreadyThere(file: string): StoreUnavailable {
  return new StoreUnavailable(
    'unreachable',
    `${file} exists; a backup never overwrites.`,
    'Name a file that does not exist.',
  );
}
