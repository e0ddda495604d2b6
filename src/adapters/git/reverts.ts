import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FoundRevert, RevertHistory, UndoneCommit } from '../../application/ports/reverts.js';
import type { BranchTip } from '../../domain/model/change.js';
import { isRefusal } from '../../domain/model/refusal.js';
import { revertedIn } from '../../domain/reverts/reverted.js';
import { stillAt } from './branch-tip.js';
import { commonDirectory } from './common-directory.js';
import { readCommit } from './commits.js';
import { acceptedBranch } from './default-change.js';
import { discover } from './discover.js';
import { mustGit, runGit, safePath } from './git-process.js';
import type { History } from './history.js';
import { ObjectReader } from './object-reader.js';
import type { GitOptions } from './open-repository.js';
import { settleBoundary } from './shallow-boundary.js';
import { createView, inView } from './view.js';

/** How many commits of a merge are looked for. */
const MERGED_LOOKED_AT = 100;

/**
 * Reverts on the default branch of a clone. How far it was read stands in `marker`, a file that may be lost: then the latest commits are read again,
 * and nothing is reported twice.
 */
export function revertHistory(
  { directory, marker }: { readonly directory: string; readonly marker: string },
  options: GitOptions = {},
): RevertHistory {
  let tip: BranchTip | undefined;
  return {
    since: async () => {
      const env = options.env ?? process.env;
      const stood = await readMarker(marker);
      if (stood !== undefined && (await standsStill(directory, stood))) return undefined;
      const location = await discover(directory, env, options.signal);
      if (isRefusal(location)) return undefined;
      const view = await createView(location, safePath(env['PATH']), options.signal);
      const objects = new ObjectReader(view);
      try {
        const history: History = { view, objects, shallow: await settleBoundary(view) };
        const branch = await acceptedBranch(history);
        if (branch === undefined || branch.commit === stood?.commit) return undefined;
        tip = branch;
        return { ref: branch.ref, reverts: await revertsIn(history, branch.commit, stood?.commit) };
      } finally {
        await objects.close();
        await view.dispose();
      }
    },
    done: async () => {
      if (tip !== undefined) await writeMarker(marker, tip);
    },
  };
}

async function revertsIn(history: History, tip: string, since: string | undefined): Promise<readonly FoundRevert[]> {
  const known = since !== undefined && typeof (await readCommit(history.objects, since)) !== 'string';
  const range = known ? [tip, `^${since}`] : [tip];
  const flags = ['-z', '--encoding=UTF-8', '--no-show-signature', '--no-notes', '--no-color', '--no-mailmap'];
  // Git itself picks out what may be a revert, so that no history is too long to be read.
  const picked = [...flags, '--basic-regexp', '--grep=^This reverts commit', '--format=tformat:%H%x00%T%x00%B'];
  const { stdout } = await mustGit(inView(history.view, 'log', ...picked, ...range, '--'));
  const values = stdout.toString('utf8').split('\0');
  const reverts: FoundRevert[] = [];
  for (let at = 0; at + 3 <= values.length; at += 3) {
    const [commit = '', tree = '', message = ''] = values.slice(at, at + 3);
    const undone: UndoneCommit[] = [];
    for (const id of revertedIn(message)) undone.push(await undoneBy(history, id));
    if (undone.length > 0) reverts.push({ commit, tree, undone });
  }
  return reverts.reverse();
}

/** What the clone does not have is known by its whole id alone; the beginning of one names nothing. */
async function undoneBy({ objects, view }: History, id: string): Promise<UndoneCommit> {
  const commit = await readCommit(objects, id);
  if (typeof commit === 'string') return { commit: id, objects: id.length < 40 ? [] : [id] };
  const [first, second] = commit.parents;
  const own = [commit.id, commit.tree];
  if (first === undefined || second === undefined) return { commit: commit.id, objects: own };
  const range = [`--max-count=${MERGED_LOOKED_AT}`, second, `^${first}`];
  const { exitCode, stdout } = await runGit(inView(view, 'rev-list', ...range, '--'));
  const merged = exitCode === 0 ? stdout.toString('latin1').split('\n').filter(Boolean) : [];
  return { commit: commit.id, objects: [...own, ...merged] };
}

/** From files alone: a worker asks it every few seconds. */
async function standsStill(directory: string, stood: BranchTip): Promise<boolean> {
  const common = await commonDirectory(directory);
  return common !== undefined && !isRefusal(common) && (await stillAt(common, stood));
}

async function readMarker(file: string): Promise<BranchTip | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, commit, ref] = /^([0-9a-f]{40,64}) (refs\/\S+)\n$/u.exec(text) ?? [];
  return commit === undefined || ref === undefined ? undefined : { ref, commit };
}

async function writeMarker(file: string, { ref, commit }: BranchTip): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.tmp`;
  await writeFile(draft, `${commit} ${ref}\n`);
  await rename(draft, file);
}
