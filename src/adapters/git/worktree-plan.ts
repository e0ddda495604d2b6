import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { runGit } from './git-process.js';
import { modes } from './object-names.js';
import { pathText } from './path-text.js';
import type { View } from './view.js';
import { WorktreeFiles } from './worktree-files.js';
import type { ChangedEntry, FlaggedEntry, WorktreeStatus } from './worktree-status.js';

/** What has to be done to the view's index so that its tree is the worktree. */
export interface WorktreePlan {
  readonly removals: readonly Buffer[];
  /** Entries put back without the flag that hid them. */
  readonly unflag: readonly FlaggedEntry[];
  /** Files, symlinks and submodules to be taken as they are. */
  readonly contents: readonly Buffer[];
  readonly notes: readonly string[];
}

type Draft = { readonly [Key in keyof WorktreePlan]: WorktreePlan[Key][number][] } & { readonly unreadable: string[] };

/** Looks at every candidate on disk, following no symlink. */
export async function planWorktree(view: View, top: string, status: WorktreeStatus): Promise<WorktreePlan | Refusal> {
  const files = new WorktreeFiles(top);
  const draft: Draft = { removals: [], unflag: [], contents: [], notes: [], unreadable: [...status.unreadable] };
  if (status.submodules.length > 0) {
    draft.notes.push('Submodules are compared by their commit; edits inside them are not part of the change.');
  }
  const hidden = await unhide(files, status.flagged, draft);
  await Promise.all([...status.changed, ...hidden].map((entry) => planTracked(files, entry, draft)));
  for (const path of status.untracked) {
    if (path[path.length - 1] === 0x2f) await planNested(view, files, path.subarray(0, -1), draft);
    else draft.contents.push(path);
  }
  await Promise.all(draft.contents.map((path) => checkReadable(files, path, draft)));
  return draft.unreadable.length === 0 ? draft : unreadableFiles(draft.unreadable);
}

/** Flags must not hide an edit. A file that a sparse checkout left out is unchanged. */
async function unhide(files: WorktreeFiles, flagged: readonly FlaggedEntry[], draft: Draft): Promise<ChangedEntry[]> {
  const looked = await Promise.all(
    flagged.map(async (entry) => (entry.sparse && (await files.look(entry.path)) === undefined ? undefined : entry)),
  );
  const present = looked.filter((entry) => entry !== undefined);
  if (present.length > 0) {
    draft.unflag.push(...present);
    const names = present.slice(0, 3).map(({ path }) => pathText(path).text);
    draft.notes.push(
      `Looked at in spite of assume-unchanged or skip-worktree flags: ${names.join(', ')}${
        present.length > 3 ? ` and ${present.length - 3} more` : ''
      }.`,
    );
  }
  return present;
}

async function planTracked(files: WorktreeFiles, { mode, path }: ChangedEntry, draft: Draft): Promise<void> {
  const stats = await files.look(path);
  if (stats === undefined) {
    draft.removals.push(path);
  } else if (stats.isFile() || stats.isSymbolicLink() || (stats.isDirectory() && mode === modes.submodule)) {
    draft.contents.push(path);
  } else {
    draft.removals.push(path);
    if (stats.isDirectory()) return;
    draft.notes.push(`${pathText(path).text} is now a socket, pipe or device: taken as deleted.`);
  }
}

/** An untracked repository inside the worktree: its commit, as `git add` would record it, or its files if it has none. */
async function planNested(view: View, files: WorktreeFiles, path: Buffer, draft: Draft): Promise<void> {
  const name = pathText(path).text;
  const directory = files.absolute(path);
  const env = view.discoveryEnv;
  const call = { args: ['rev-parse', '--verify', '--quiet', 'HEAD'], cwd: directory.toString(), env };
  const { exitCode, stdout } = await runGit(call);
  if (exitCode === 0) {
    draft.contents.push(path);
    const commit = stdout.toString('latin1').trim().slice(0, 12);
    draft.notes.push(`${name} is a repository of its own: only its commit ${commit} is part of the change.`);
    return;
  }
  draft.contents.push(...(await files.walk(path)));
  draft.notes.push(`${name} is a repository of its own without commits: its files were taken.`);
}

async function checkReadable(files: WorktreeFiles, path: Buffer, draft: Draft): Promise<void> {
  const stats = await files.look(path);
  if (stats?.isFile() === true && !(await files.isReadable(path))) draft.unreadable.push(pathText(path).text);
}

function unreadableFiles(names: readonly string[]): Refusal {
  return refuse(
    'unreadable_file',
    `Parts of the worktree cannot be read: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`,
    'Give yourself read permission, or list them in .gitignore.',
  );
}
