import { constants, realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { isInside } from '../../user-config/inside.js';

/** A file that is read for an agent may not be larger; nobody reviews by reading more. */
const largest = 4 * 1024 * 1024;

export type FileRead = { readonly content: string } | { readonly refused: string };

/**
 * Text of a file below the checkout, for an agent that lets its client read. Nothing outside: neither by `..` nor through a link.
 *
 * @param line first line, from 1
 * @param limit lines at most
 */
export async function readBelow(
  directory: string,
  { path, line, limit }: { readonly path: string; readonly line?: number | null; readonly limit?: number | null },
): Promise<FileRead> {
  const real = realPath(path);
  if (real === undefined) return { refused: `${path} does not exist` };
  if (!isInside(real, realpathSync(directory))) return { refused: `${path} is outside of the checkout` };
  // Every link was followed already: one that stands there now was put there meanwhile.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return { refused: `${path} is no file` };
    if (stats.size > largest) return { refused: `${path} is larger than ${largest} bytes` };
    return { content: lines(await file.readFile('utf8'), line ?? 1, limit ?? undefined) };
  } finally {
    await file.close();
  }
}

/** Whether a path leads below a directory, through links too. What does not exist is nowhere. */
export function leadsBelow(directory: string, path: string): boolean {
  const real = realPath(path);
  return real !== undefined && isInside(real, realpathSync(directory));
}

/** Undefined for what does not exist, can't be reached, or is no absolute path. */
function realPath(path: string): string | undefined {
  if (!isAbsolute(path) || path.includes('\0')) return undefined;
  try {
    return realpathSync(path);
  } catch {
    // Nothing there, or not for us.
    return undefined;
  }
}

function lines(text: string, first: number, limit: number | undefined): string {
  if (first <= 1 && limit === undefined) return text;
  const from = Math.max(0, first - 1);
  const all = text.split('\n');
  return all.slice(from, limit === undefined ? undefined : from + limit).join('\n');
}
