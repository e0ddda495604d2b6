import type { Uncommitted } from '../../domain/model/change.js';
import { lastValue, type UserConfig } from './config-text.js';
import type { Location } from './discover.js';
import { runGit, safePath } from './git-process.js';
import { unlessStalled } from './stalling-pipe.js';
import { copyIndex, inWorktree } from './temporary-index.js';
import { configureView, copyIfThere, createView, takeAttributes, type View } from './view.js';
import { readUserConfig, worktreeSections } from './worktree-settings.js';
import { records } from './worktree-status.js';

export interface WorktreeOf {
  readonly location: Location;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** Settings without which git may see edits where there are none, or files that the user ignores. */
const decisive = [
  'core.autocrlf',
  'core.eol',
  'core.symlinks',
  'core.ignorecase',
  'core.precomposeunicode',
  'core.excludesfile',
  'core.attributesfile',
];

/**
 * How the index differs from HEAD and the worktree from the index; undefined where neither does, and where there is no
 * worktree or it cannot be told. Read through a view of its own, which has no filter driver, fsmonitor or hook to run, and
 * without looking into submodules. One process where nothing differs; where something does the user's configuration is read
 * as well, and asked a second time if it can make a difference.
 */
export async function uncommitted(worktree: WorktreeOf): Promise<Uncommitted | undefined> {
  const { location, env, signal } = worktree;
  const { top } = location;
  if (top === undefined) return undefined;
  const view = await createView(location, safePath(env['PATH']), signal);
  try {
    const { directory } = view;
    const configure = (config: UserConfig) =>
      configureView(directory, location.objectFormat, worktreeSections(config, top, env));
    await Promise.all([
      copyIndex(view, location),
      configure(new Map()),
      copyIfThere(`${location.commonDirectory}/info/exclude`, `${directory}/info/exclude`),
      takeAttributes(view, location),
    ]);
    const atMost = await count(view, top);
    if (atMost === undefined) return undefined;
    const config = await readUserConfig(location, env, signal);
    if (lastValue(config, 'core.filemode') !== 'false' && !decisive.some((key) => config.has(key))) return atMost;
    await configure(config);
    return await count(view, top);
  } finally {
    await view.dispose();
  }
}

const options = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=normal', '--ignore-submodules=dirty'];

/** `XY path`: X of the index, Y of the worktree, `??` untracked. A hint is no reason to fail: what git cannot tell is not told. */
async function count(view: View, top: string): Promise<Uncommitted | undefined> {
  const taken = await unlessStalled(top, (stalled) => {
    const signal = view.signal === undefined ? stalled : AbortSignal.any([view.signal, stalled]);
    return runGit(inWorktree({ ...view, signal }, top, 'status', ...options));
  });
  if (!('done' in taken) || taken.done.exitCode !== 0) return undefined;
  const found = { staged: 0, unstaged: 0, untracked: 0 };
  for (const record of records(taken.done.stdout)) {
    const [index, files] = record.toString('latin1', 0, 2);
    if (index === '?') found.untracked += 1;
    else {
      if (index !== ' ') found.staged += 1;
      if (files !== ' ') found.unstaged += 1;
    }
  }
  return found.staged + found.unstaged + found.untracked === 0 ? undefined : found;
}
