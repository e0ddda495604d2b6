import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';

/** Whether a path is a directory or lies below it. Both absolute, without links. */
export function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way));
}

/** Which of some directories (real paths) a path leads into, through links too; it need not exist yet. */
export async function directoryAround(path: string, directories: readonly string[]): Promise<string | undefined> {
  const real = await wayTo(path);
  return directories.find((each) => isInside(real, each) || isInside(path, each));
}

async function wayTo(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT') || path === dirname(path)) throw error;
    return join(await wayTo(dirname(path)), basename(path));
  }
}
