import type { BranchTip } from '../../domain/model/change.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { find, resolveCommit, resolveMergeBase, type Endpoints } from './endpoints.js';
import type { History } from './history.js';
import { mustGit, runGit } from './git-process.js';
import { noCommits } from './refusals.js';
import { inView } from './view.js';

const usualNames = ['main', 'master', 'trunk', 'develop'];

/**
 * The current branch against its merge base with the default branch; the last commit when on the default branch, on none, or where
 * the default branch is not known. A branch that has nothing of its own is refused: whoever works on it and has not committed yet would
 * take the approval of somebody else's commit for their own.
 */
export async function resolveDefault(history: History): Promise<Endpoints | Refusal> {
  const head = await find(history, 'HEAD');
  if ('refused' in head) return head.code === 'unknown_revision' ? noCommits() : head;
  const [refs, branch] = await Promise.all([candidateRefs(history), currentBranch(history)]);
  const target = defaultRef(refs);
  if (target === undefined) {
    const note =
      'The default branch is not known (no origin/HEAD, main, master, trunk or develop): the last commit was taken.';
    return lastCommit(history, branch, [note]);
  }
  if (branch === target.branch) return lastCommit(history, branch, []);
  const tip = await find(history, target.ref);
  const endpoints = await resolveMergeBase(history, target.ref, 'HEAD', target.short);
  if ('refused' in endpoints) return endpoints;
  // Whoever types the title gets the same change again.
  const dots = 'refused' in tip || tip.id === endpoints.base?.id ? '..' : '...';
  const title = `${target.short}${dots}${branch ?? 'HEAD'}`;
  if (endpoints.base?.id !== endpoints.head.id) return { ...endpoints, title };
  if (branch !== undefined) return nothingOfItsOwn(branch, target.short);
  return lastCommit(history, branch, [`HEAD has no commit that ${target.short} lacks: the last commit was taken.`]);
}

function nothingOfItsOwn(branch: string, target: string): Refusal {
  return refuse(
    'nothing_to_review',
    `${branch} has no commit that ${target} lacks.`,
    'Commit first; or review what is not committed with --worktree, or the last commit with: countersign review HEAD',
  );
}

async function lastCommit(
  history: History,
  branch: string | undefined,
  notes: readonly string[],
): Promise<Endpoints | Refusal> {
  const endpoints = await resolveCommit(history, 'HEAD');
  if ('refused' in endpoints) return endpoints;
  const title = `last commit${branch === undefined ? '' : ` on ${branch}`} (${endpoints.head.id.slice(0, 12)})`;
  return { ...endpoints, title, notes: [...notes, ...endpoints.notes] };
}

/**
 * The branch whose content others accepted: the remote's default branch where this clone knows it, since anybody can commit on a
 * branch of their own clone; without a remote the local default branch. Undefined where neither is known.
 */
export async function acceptedBranch(history: History): Promise<BranchTip | undefined> {
  const refs = await candidateRefs(history);
  const known = ['HEAD', ...usualNames].map(remote).find((ref) => refs.has(ref)) ?? defaultRef(refs)?.ref;
  return known === undefined ? undefined : refs.get(known);
}

/** Full ref name to the branch it stands for (itself unless symbolic). */
async function candidateRefs({ view }: History): Promise<ReadonlyMap<string, BranchTip>> {
  const patterns = ['refs/remotes/origin/HEAD', ...usualNames.flatMap((name) => [local(name), remote(name)])];
  const { stdout } = await mustGit(
    inView(view, 'for-each-ref', '--format=%(refname) %(objectname) %(symref)', ...patterns),
  );
  const refs = new Map<string, BranchTip>();
  for (const line of stdout.toString('utf8').split('\n')) {
    const [name = '', commit = '', symbolic = ''] = line.split(' ');
    if (name !== '') refs.set(name, { ref: symbolic || name, commit });
  }
  return refs;
}

function defaultRef(
  refs: ReadonlyMap<string, BranchTip>,
): { readonly ref: string; readonly short: string; readonly branch: string } | undefined {
  const origin = refs.get('refs/remotes/origin/HEAD')?.ref;
  const known = origin ?? usualNames.flatMap((name) => [local(name), remote(name)]).find((ref) => refs.has(ref));
  if (known === undefined) return undefined;
  const short = known.replace(/^refs\/(heads|remotes)\//, '');
  return { ref: known, short, branch: known.startsWith('refs/remotes/') ? short.replace(/^[^/]+\//, '') : short };
}

async function currentBranch({ view }: History): Promise<string | undefined> {
  const { exitCode, stdout } = await runGit(inView(view, 'symbolic-ref', '--quiet', 'HEAD'));
  return exitCode === 0
    ? stdout
        .toString('utf8')
        .trim()
        .replace(/^refs\/heads\//, '')
    : undefined;
}

function local(name: string): string {
  return `refs/heads/${name}`;
}

function remote(name: string): string {
  return `refs/remotes/origin/${name}`;
}
