import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../../application/ports/store.js';
import { translate, unavailable } from '../sqlite/errors.js';
import { syncDirectory } from '../../durable-file/sync-directory.js';

/** Blobs as files `ab/cdef…` below a directory, named by the `sha256` of their bytes. */
export class FileBlobs implements BlobStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const digest = sha256(bytes);
    const { folder, file } = placeOfBlob(this.#directory, digest);
    try {
      if (!(await this.#holds(file, bytes))) await writeDurably(folder, file, bytes);
    } catch (error) {
      throw translate(error, this.#directory);
    }
    return digest;
  }

  async get(digest: string): Promise<Uint8Array | undefined> {
    if (!/^[0-9a-f]{64}$/.test(digest)) return undefined;
    const { file } = placeOfBlob(this.#directory, digest);
    const bytes = await readIfPresent(file, this.#directory);
    if (bytes !== undefined && sha256(bytes) !== digest) {
      throw unavailable('corrupt', file, undefined, 'its bytes do not match its digest');
    }
    return bytes;
  }

  /** A file that a crash or a fault left with other bytes is written again. */
  async #holds(file: string, bytes: Uint8Array): Promise<boolean> {
    const present = await readIfPresent(file, this.#directory);
    return present !== undefined && Buffer.compare(present, bytes) === 0;
  }
}

/** Where the blob of a `sha256` hex is, or would be. */
export function placeOfBlob(directory: string, digest: string): { readonly folder: string; readonly file: string } {
  const folder = join(directory, digest.slice(0, 2));
  return { folder, file: join(folder, digest.slice(2)) };
}

/** Complete under its name or absent, and on disk with its name when it returns. */
async function writeDurably(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  const created = await mkdir(folder, { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = await open(temporary, 'wx', 0o444);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(folder);
  if (created !== undefined) await syncDirectory(join(folder, '..'));
}

async function readIfPresent(file: string, store: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw translate(error, store);
  }
}

/** True for the error of a file that does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** True when something can be read under this name. */
export async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
