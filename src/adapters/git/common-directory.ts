import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The git common directory of the repository that holds `directory`, found by reading files only, without starting git: for
 * commands that need the store and nothing of the repository. Undefined where there is none that this simple way finds.
 */
export async function commonDirectory(directory: string): Promise<string | undefined> {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const found = (await gitDirectoryOf(join(folder, '.git'))) ?? (await bare(folder));
    if (found !== undefined) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * Directories that hold the repository of `directory`: its worktree, its git common directory and the worktree beside that,
 * found as `commonDirectory` finds them. Empty where there is no repository.
 */
export async function repositoryRoots(directory: string): Promise<readonly string[]> {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const found = (await gitDirectoryOf(join(folder, '.git'))) ?? (await bare(folder));
    if (found !== undefined) return basename(found) === '.git' ? [folder, found, dirname(found)] : [folder, found];
    if (folder === dirname(folder)) return [];
  }
}

async function gitDirectoryOf(dotGit: string): Promise<string | undefined> {
  const kind = await stat(dotGit).catch(() => undefined);
  if (kind?.isDirectory() === true) return dotGit;
  if (kind?.isFile() !== true) return undefined;
  const pointer = /^gitdir: (.+?)\r?\n?$/u.exec(await readFile(dotGit, 'utf8'))?.[1];
  if (pointer === undefined) return undefined;
  const gitDirectory = resolve(dirname(dotGit), pointer);
  const common = await readFile(join(gitDirectory, 'commondir'), 'utf8').catch(() => undefined);
  return common === undefined ? gitDirectory : resolve(gitDirectory, common.trim());
}

async function bare(folder: string): Promise<string | undefined> {
  const parts = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => stat(join(folder, name)).catch(() => undefined)),
  );
  return parts.every((part) => part !== undefined) ? folder : undefined;
}
