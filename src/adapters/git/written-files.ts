import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import type { Location } from './discover.js';
import { isNull, modes } from './object-names.js';
import { pathText } from './path-text.js';
import { WorktreeFiles } from './worktree-files.js';

/** One entry that differs between two trees. */
export interface RawEntry {
  /** Null id where the entry is gone. */
  readonly blob: string;
  readonly mode: string;
  readonly path: Buffer;
}

/** Reads `diff-tree -r -z --raw --no-abbrev --no-renames`. */
export function readRawEntries(bytes: Buffer): readonly RawEntry[] {
  const fields = bytes.toString('latin1').split('\0').slice(0, -1);
  const entries: RawEntry[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , blob = ''] = (fields[at] ?? '').split(' ');
    entries.push({ blob, mode, path: Buffer.from(fields[at + 1] ?? '', 'latin1') });
  }
  return entries;
}

/** The first file of the worktree that is not what its blob holds, line ends aside. What a sparse checkout left out is none. */
export async function changedOnDisk(
  top: string,
  format: Location['objectFormat'],
  entries: readonly RawEntry[],
): Promise<string | undefined> {
  const files = new WorktreeFiles(top);
  for (const { blob, mode, path } of entries) {
    if (isNull(blob) || mode === modes.submodule) continue;
    const stats = await files.look(path);
    if (stats === undefined) continue;
    const full = files.absolute(path);
    const isLink = stats.isSymbolicLink();
    if (!isLink && !stats.isFile()) return pathText(path).text;
    const bytes = isLink ? await readlink(full, { encoding: 'buffer' }) : await readFile(full);
    if (idOf(format, bytes) !== blob && idOf(format, withPlainLineEnds(bytes)) !== blob) return pathText(path).text;
  }
  return undefined;
}

function idOf(format: Location['objectFormat'], bytes: Buffer): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function withPlainLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
