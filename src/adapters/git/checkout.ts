import { closeSync, constants, lstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { isGitDirectoryName } from '../../domain/model/git-directory-name.js';
import { modes } from './object-names.js';
import type { ObjectReader, Sink } from './object-reader.js';
import { pathText } from './path-text.js';
import type { RawTreeEntry } from './trees.js';

/** A tree holds a path that must not be written: out of the directory, or into a `.git`. Nothing was written. */
export class UnsafePath extends Error {
  override readonly name = 'UnsafePath';
}

const slash = Buffer.from('/');
/** Requests under way at once; their content passes piece by piece. */
const batch = 256;

/** Writes raw bytes of `entries` below `directory`. A symlink becomes a plain file that holds its target's text. */
export async function checkoutEntries(
  objects: ObjectReader,
  directory: string,
  entries: readonly RawTreeEntry[],
): Promise<void> {
  for (const { rawPath } of entries) refuseUnsafe(rawPath);
  const writer = new TreeWriter(directory);
  for (let at = 0; at < entries.length; at += batch) {
    await Promise.all(
      entries.slice(at, at + batch).map(async (entry) => {
        const file = new FileSink(writer, entry);
        try {
          const answer = await objects.read(entry.blob, file);
          if (typeof answer === 'string') throw new Error(`The repository lacks blob ${entry.blob} of ${entry.path}.`);
        } finally {
          file.close();
        }
      }),
    );
  }
}

function refuseUnsafe(path: Buffer): void {
  for (const name of path.toString('utf8').split('/')) {
    if (name === '' || name === '.' || name === '..' || isGitDirectoryName(name)) {
      throw new UnsafePath(`The tree holds ${JSON.stringify(pathText(path).text)}, which must not be checked out.`);
    }
  }
}

/** Creates directories and files, and follows no symlink on the way. */
class TreeWriter {
  readonly #root: Buffer;
  readonly #known = new Set<string>();

  constructor(root: string) {
    mkdirSync(root, { recursive: true });
    this.#root = Buffer.from(root);
  }

  open(path: Buffer, mode: number): number {
    for (let end = path.indexOf(slash); end >= 0; end = path.indexOf(slash, end + 1)) {
      this.#makeDirectory(path.subarray(0, end));
    }
    // An entry that exists already is an error: on a file system that folds case two paths of the tree are one.
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    return openSync(this.#below(path), flags, mode);
  }

  #makeDirectory(path: Buffer): void {
    const key = path.toString('latin1');
    if (this.#known.has(key)) return;
    const full = this.#below(path);
    if (lstatSync(full, { throwIfNoEntry: false })?.isDirectory() !== true) mkdirSync(full);
    this.#known.add(key);
  }

  #below(path: Buffer): Buffer {
    return Buffer.concat([this.#root, slash, path]);
  }
}

class FileSink implements Sink {
  readonly #writer: TreeWriter;
  readonly #entry: RawTreeEntry;
  #file: number | undefined;

  constructor(writer: TreeWriter, entry: RawTreeEntry) {
    this.#writer = writer;
    this.#entry = entry;
  }

  start(): void {
    this.#file = this.#writer.open(this.#entry.rawPath, this.#entry.mode === modes.executable ? 0o755 : 0o644);
  }

  chunk(bytes: Buffer): void {
    if (this.#file === undefined) return;
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}
