import { rm } from 'node:fs/promises';
import type { Change } from '../../domain/model/change.js';
import { isRefusal } from '../../domain/model/refusal.js';
import { readCommit } from './commits.js';
import type { FreezeContext } from './freeze-context.js';
import { runGit } from './git-process.js';
import { patchLinesDigest } from './patch-lines.js';
import { readDiff } from './read-diff.js';
import { inView } from './view.js';

/**
 * Whether the change, whose patch stands in `patchFile`, is the patch of a commit the other way round, byte for byte. Only a commit that
 * the base holds counts: one beside it could have been made to be taken back.
 */
export async function takesBack(
  { view, objects, longestPatch }: FreezeContext,
  { baseCommit, patchId }: Change,
  patchFile: string,
  id: string,
): Promise<boolean> {
  if (baseCommit === undefined || patchId === '' || !/^[0-9a-f]{7,64}$/u.test(id)) return false;
  const commit = await readCommit(objects, id);
  if (typeof commit === 'string' || commit.parents[0] === undefined) return false;
  const before = await readCommit(objects, commit.parents[0]);
  if (typeof before === 'string') return false;
  const { exitCode } = await runGit(inView(view, 'merge-base', '--is-ancestor', commit.id, baseCommit));
  if (exitCode !== 0) return false;
  const undone = await readDiff(view, commit.tree, before.tree, longestPatch);
  if (isRefusal(undone)) return false;
  try {
    if (undone.patchId !== patchId) return false;
    return (await patchLinesDigest(undone.patchFile)) === (await patchLinesDigest(patchFile));
  } finally {
    await rm(undone.patchFile, { force: true });
  }
}
