import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { isInside } from '../user-config/inside.js';

interface Found {
  /** Where the upward search ended: the top of a worktree, or a bare repository. */
  readonly folder: string;
  readonly common: string;
  /** The repository in whose worktree a bare one lies. */
  readonly outer?: Found;
}

/**
 * The git common directory of the repository that holds `directory`, found by git's own rules but by reading files only, without
 * starting git: for commands that need the store and nothing of the repository. Undefined where there is none.
 *
 * A bare repository in the worktree of another is refused as `nested_bare_repository`: whoever commits such a folder would bring a
 * store of their own.
 */
export async function commonDirectory(directory: string): Promise<string | Refusal | undefined> {
  const found = await search(directory);
  return found?.outer === undefined ? found?.common : nestedBare(found, found.outer);
}

/**
 * Directories that hold the repository of `directory`: its worktrees, its git common directory and the worktree beside that,
 * found as `commonDirectory` finds them; real paths. Empty where there is no repository.
 */
export async function repositoryRoots(directory: string): Promise<readonly string[]> {
  const found = await search(directory);
  if (found === undefined) return [];
  const { folder, common } = found.outer ?? found;
  const beside = basename(common) === '.git' ? [dirname(common)] : [];
  return [...new Set([folder, common, ...beside, ...(await linkedWorktrees(common))])];
}

async function search(directory: string): Promise<Found | undefined> {
  const start = await realpath(directory).catch(() => resolve(directory));
  for (let folder = start; ; folder = dirname(folder)) {
    const found = await inWorktree(folder);
    if (found !== undefined) return found;
    const common = await asGitDirectory(folder);
    if (common !== undefined) return withOuter({ folder, common });
    if (folder === dirname(folder)) return undefined;
  }
}

/** A git directory is no content of the worktree beside it, wherever that says it is. */
async function withOuter(bare: Found): Promise<Found> {
  for (let folder = bare.folder; folder !== dirname(folder); folder = dirname(folder)) {
    const outer = await inWorktree(dirname(folder));
    if (outer !== undefined) return isInside(bare.folder, outer.common) ? bare : { ...bare, outer };
  }
  return bare;
}

async function inWorktree(folder: string): Promise<Found | undefined> {
  const dotGit = join(folder, '.git');
  const kind = await stat(dotGit).catch(() => undefined);
  if (kind?.isDirectory() !== true && kind?.isFile() !== true) return undefined;
  const gitDirectory = kind.isDirectory() ? dotGit : await pointedTo(dotGit);
  const common = gitDirectory === undefined ? undefined : await asGitDirectory(gitDirectory);
  return common === undefined ? undefined : { folder, common };
}

async function pointedTo(dotGit: string): Promise<string | undefined> {
  const pointer = /^gitdir: (.+?)[\r\n]*$/u.exec(await readFile(dotGit, 'utf8'))?.[1];
  return pointer === undefined ? undefined : resolve(dirname(dotGit), pointer);
}

/** The common directory of a git directory; undefined for a folder that git would not take for one. */
async function asGitDirectory(folder: string): Promise<string | undefined> {
  if (!(await hasHead(folder))) return undefined;
  const other = await readFile(join(folder, 'commondir'), 'utf8').catch(() => undefined);
  const common = other === undefined ? folder : resolve(folder, other.trim());
  const parts = await Promise.all(['objects', 'refs'].map((name) => stat(join(common, name)).catch(() => undefined)));
  return parts.every((part) => part?.isDirectory() === true) ? realpath(common) : undefined;
}

/** HEAD is a link into refs/, names a ref, or holds an object id (sha1 or sha256). */
async function hasHead(folder: string): Promise<boolean> {
  const file = join(folder, 'HEAD');
  const link = await readlink(file).catch(() => undefined);
  if (link !== undefined) return link.startsWith('refs/');
  if ((await stat(file).catch(() => undefined))?.isFile() !== true) return false;
  return /^(?:ref:\s*refs\/|[0-9a-f]{40})/iu.test(await readFile(file, 'utf8'));
}

async function linkedWorktrees(common: string): Promise<readonly string[]> {
  const names = await readdir(join(common, 'worktrees')).catch(() => []);
  const read = names.map((name) => readFile(join(common, 'worktrees', name, 'gitdir'), 'utf8').catch(() => ''));
  const files = (await Promise.all(read)).filter((file) => file !== '');
  const real = files.map((file) => realpath(dirname(resolve(common, file.trim()))).catch(() => undefined));
  // One that was removed by hand holds nothing any more.
  return (await Promise.all(real)).filter((worktree) => worktree !== undefined);
}

function nestedBare({ folder }: Found, outer: Found): Refusal {
  return refuse(
    'nested_bare_repository',
    `${folder} is a bare repository in the worktree of another repository, ${outer.folder}, which may have brought it.`,
    `Run it in ${outer.folder}, or move the bare repository out of that worktree.`,
  );
}
