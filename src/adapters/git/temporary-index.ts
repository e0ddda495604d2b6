import { readdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Location } from './discover.js';
import { GitFailure, runGit, type GitCall } from './git-process.js';
import { copyIfThere, inView, type View } from './view.js';

/**
 * Copies the user's index into the view, where git may write to it. Its time of change is kept, rounded down: git compares
 * it with those of files to know which may have changed since, and an earlier time only makes it look at more content.
 */
export async function copyIndex(view: View, location: Location): Promise<void> {
  const copy = join(view.directory, 'index');
  if (!(await copyIfThere(location.indexFile, copy))) return;
  const seconds = Math.floor((await stat(location.indexFile)).mtimeMs / 1000);
  await utimes(copy, seconds, seconds);
  // A split index names the file that holds the rest.
  const directory = dirname(location.indexFile);
  const shared = (await readdir(directory)).filter((name) => name.startsWith('sharedindex.'));
  await Promise.all(shared.map((name) => copyIfThere(join(directory, name), join(view.directory, basename(name)))));
}

/** The tree of the view's index, written to the view's own object store. */
export async function writeTree(view: View): Promise<string | Refusal> {
  const call = inView(view, 'write-tree', '--missing-ok');
  const { exitCode, stdout, stderr } = await runGit(call);
  if (exitCode === 0) return stdout.toString('latin1').trim();
  const unmerged = [...stderr.matchAll(/^(.+): unmerged \(/gm)].map(([, path = '']) => path);
  if (unmerged.length > 0) return unmergedIndex(unmerged);
  throw new GitFailure(call.args, exitCode, stderr);
}

export function unmergedIndex(paths: readonly string[]): Refusal {
  const names = [...new Set(paths)];
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return refuse(
    'unmerged_index',
    `A merge is under way with conflicts in ${names.slice(0, 5).join(', ')}${more}.`,
    'Resolve them and `git add` the files, or stop with `git merge --abort`.',
  );
}

/** A call that reads the view's index together with the user's worktree. */
export function inWorktree(view: View, top: string, ...args: string[]): GitCall {
  return { args, cwd: top, env: { ...view.env, GIT_WORK_TREE: top }, signal: view.signal };
}
