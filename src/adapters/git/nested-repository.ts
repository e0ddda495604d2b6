import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isGitDirectoryName } from '../../domain/model/git-directory-name.js';

/** First directory below `root`, relative to it, that holds a `.git`. Follows no symlink and runs nothing. */
export async function nestedRepository(root: string, below = ''): Promise<string | undefined> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  if (below !== '' && entries.some(({ name }) => isGitDirectoryName(name))) return below;
  for (const entry of entries) {
    if (!entry.isDirectory() || isGitDirectoryName(entry.name)) continue;
    const found = await nestedRepository(root, join(below, entry.name));
    if (found !== undefined) return found;
  }
  return undefined;
}
