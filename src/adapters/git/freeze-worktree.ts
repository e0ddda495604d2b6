import { join } from 'node:path';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { UserConfig } from './config-text.js';
import type { Location } from './discover.js';
import { editedSubmodules } from './edited-submodules.js';
import { GitFailure, mustGit } from './git-process.js';
import { pathText } from './path-text.js';
import { unlessStalled } from './stalling-pipe.js';
import { copyIndex, inWorktree, unmergedIndex, writeTree } from './temporary-index.js';
import { configureView, copyIfThere, inView, neutralizeAttributes, takeAttributes, type View } from './view.js';
import { planWorktree, type WorktreePlan } from './worktree-plan.js';
import { worktreeSections } from './worktree-settings.js';
import { records, worktreeStatus } from './worktree-status.js';

export interface FrozenWorktree {
  readonly tree: string;
  readonly notes: readonly string[];
  /** What is edited and no part of the tree, in sentences. */
  readonly beside: readonly string[];
  /** Path (as in the inventory) to the filter driver that was not run. */
  readonly unfiltered: ReadonlyMap<string, string>;
}

export interface WorktreeSource {
  readonly location: Location;
  readonly top: string;
  readonly config: UserConfig;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Writes the worktree, untracked files included and ignored ones not, as a tree of the view. No filter driver is configured
 * in the view, so git takes files with a `filter` attribute as they lie (SPEC 2, rule 13); line-end settings apply.
 */
export async function freezeWorktree(view: View, source: WorktreeSource): Promise<FrozenWorktree | Refusal> {
  const { location, top, config, env } = source;
  const { directory } = view;
  await Promise.all([
    copyIndex(view, location),
    configureView(directory, location.objectFormat, worktreeSections(config, top, env)),
    copyIfThere(join(location.commonDirectory, 'info', 'exclude'), join(directory, 'info', 'exclude')),
    takeAttributes(view, location),
  ]);
  try {
    return await takeUnlessStalled(view, source);
  } finally {
    await Promise.all([configureView(directory, location.objectFormat), neutralizeAttributes(directory)]);
  }
}

/** Git opens some files of a worktree by their names alone, and a pipe in the place of one would hold it for ever. */
async function takeUnlessStalled(view: View, source: WorktreeSource): Promise<FrozenWorktree | Refusal> {
  const taken = await unlessStalled(source.top, (stalled) => {
    const signal = view.signal === undefined ? stalled : AbortSignal.any([view.signal, stalled]);
    return takeWorktree({ ...view, signal }, source);
  });
  if ('done' in taken) return taken.done;
  return refuse(
    'unreadable_worktree',
    `${pathText(Buffer.from(taken.pipe)).text} is a pipe: git reads a file of that name and would wait for ever.`,
    'Remove it, or put a file in its place, and try again.',
  );
}

async function takeWorktree(view: View, { top, env }: WorktreeSource): Promise<FrozenWorktree | Refusal> {
  const status = await worktreeStatus(view, top);
  if (status.unmerged.length > 0) return unmergedIndex(status.unmerged.map((path) => pathText(path).text));
  const plan = await planWorktree(view, top, status);
  if (isRefusal(plan)) return plan;
  const [unfiltered, failure, beside] = await Promise.all([
    filterDrivers(view, top, plan.contents),
    apply(view, top, plan),
    editedSubmodules(top, status.submodules, { env, signal: view.signal }),
  ]);
  if (failure !== undefined) return failure;
  const tree = await writeTree(view);
  return isRefusal(tree) ? tree : { tree, notes: plan.notes, beside, unfiltered };
}

/** Brings the view's index to the worktree. */
async function apply(view: View, top: string, plan: WorktreePlan): Promise<Refusal | undefined> {
  const entries = [
    ...plan.unflag.map(({ mode, blob, path }) => indexInfo(mode, blob, path)),
    // After the others: an entry that was hidden may be gone.
    ...plan.removals.map((path) => indexInfo('0', view.nullId, path)),
  ];
  if (plan.unflag.length > 0 || plan.removals.length > 0) {
    await mustGit(inView(view, 'update-index', '-z', '--index-info'), Buffer.concat(entries));
  }
  if (plan.contents.length === 0) return undefined;
  const call = inWorktree(view, top, 'update-index', '--add', '--remove', '--replace', '-z', '--stdin');
  try {
    await mustGit(call, terminated(plan.contents));
    return undefined;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return refuse(
      'unreadable_worktree',
      `git could not take a file of the worktree: ${error.words}`,
      'Mend or ignore that file, or wait until nothing writes to the worktree, and try again.',
    );
  }
}

async function filterDrivers(view: View, top: string, paths: readonly Buffer[]): Promise<Map<string, string>> {
  const drivers = new Map<string, string>();
  if (paths.length === 0) return drivers;
  const { stdout } = await mustGit(inWorktree(view, top, 'check-attr', '-z', '--stdin', 'filter'), terminated(paths));
  const values = records(stdout);
  for (let at = 0; at + 3 <= values.length; at += 3) {
    const driver = values[at + 2]?.toString() ?? '';
    const path = values[at];
    if (path === undefined || ['unspecified', 'unset', 'set', ''].includes(driver)) continue;
    drivers.set(pathText(path).text, driver);
  }
  return drivers;
}

function indexInfo(mode: string, id: string, path: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${id} 0\t`), path, Buffer.of(0)]);
}

function terminated(paths: readonly Buffer[]): Buffer {
  return Buffer.concat(paths.flatMap((path) => [path, Buffer.of(0)]));
}
