import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isGitDirectoryName } from '../../domain/model/git-directory-name.js';
import { pathText } from './path-text.js';
import { isStallingPipe } from './stalling-pipe.js';

/**
 * What an author left at `root`, or below it, that git is not to be led to, in words: into a repository of its own it would look by the
 * settings of that, for a pipe it would wait. Undefined where there is nothing of the kind. Follows no symlink and runs nothing.
 */
export async function untakable(root: string): Promise<string | undefined> {
  const stats = await lstat(root).catch(() => undefined);
  return stats?.isDirectory() === true ? untakableBelow(root, '') : 'something else in the place of its directory';
}

async function untakableBelow(root: string, folder: string): Promise<string | undefined> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return `a folder ${named(folder)} that cannot be read`;
  const here = folder === '' ? pipeAmong(entries, folder) : (repository(entries, folder) ?? pipeAmong(entries, folder));
  if (here !== undefined) return here;
  for (const entry of entries) {
    if (!entry.isDirectory() || isGitDirectoryName(entry.name)) continue;
    const found = await untakableBelow(root, join(folder, entry.name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function repository(entries: readonly Dirent[], folder: string): string | undefined {
  const holds = entries.some(({ name }) => isGitDirectoryName(name));
  return holds ? `a git repository of its own in ${named(folder)}, which is not looked into` : undefined;
}

function pipeAmong(entries: readonly Dirent[], folder: string): string | undefined {
  const pipe = entries.find((entry) => isStallingPipe(entry));
  return pipe && `a pipe called ${named(join(folder, pipe.name))}, for which git would wait`;
}

function named(path: string): string {
  return pathText(Buffer.from(path)).text;
}
