import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { readCommit, type RawCommit } from './commits.js';
import { GitFailure, runGit } from './git-process.js';
import type { History } from './history.js';
import { missingObjects, shallowBoundary } from './refusals.js';
import { unknownRevision } from './unknown-revision.js';
import { inView, type View } from './view.js';

/** Both ends of a change between commits. */
export interface Endpoints {
  readonly title: string;
  /** Undefined: the empty tree, before a root commit. */
  readonly base: RawCommit | undefined;
  readonly head: RawCommit;
  readonly notes: readonly string[];
}

/**
 * `A..B`: exactly these two ends, as `git diff A B`; a note says so when A has commits that B lacks. `A...B`: the merge
 * base of A and B against B. One revision, with or without `^!`: that commit against its first parent, a root commit against
 * the empty tree; `REV^-N`: against its parent N. An omitted end is HEAD.
 */
export async function resolveRange(history: History, range: string): Promise<Endpoints | Refusal> {
  const dots = /\.{2,3}/.exec(range);
  if (dots === null) return resolveOne(history, range);
  const left = range.slice(0, dots.index) || 'HEAD';
  const right = range.slice(dots.index + dots[0].length) || 'HEAD';
  if (dots[0] === '...') return resolveMergeBase(history, left, right, range);
  const base = await find(history, left);
  if ('refused' in base) return base;
  const head = await find(history, right);
  if ('refused' in head) return head;
  const bases = await mergeBases(history.view, base.id, head.id);
  const notes = bases.includes(base.id)
    ? []
    : [`${left} has commits that ${right} lacks; they appear reversed here. ${left}...${right} leaves them out.`];
  return { title: range, base, head, notes };
}

/** What git writes without dots: `REV`, `REV^!` (without its parents) and `REV^-N` (without what parent N brings). */
async function resolveOne(history: History, range: string): Promise<Endpoints | Refusal> {
  if (range.endsWith('^@') || range.startsWith('^'))
    return refuse(
      'unknown_revision',
      `${range} names ${range.startsWith('^') ? 'what is left out' : 'the parents of a commit'}, which is no change by itself.`,
      range.startsWith('^') ? `Name both ends: ${range.slice(1)}..HEAD.` : `Name the commit: ${range.slice(0, -2)}.`,
    );
  const without = /^(.+)\^(?:!|-(\d*))$/su.exec(range);
  const [, revision, parent] = without ?? [];
  if (revision === undefined) return resolveCommit(history, range);
  if (parent === undefined) return resolveCommit(history, revision);
  return resolveRange(history, `${revision}^${parent || 1}..${revision}`);
}

/** The merge base of `left` and `right` against `right`. Of several merge bases git's first is taken, and noted. */
export async function resolveMergeBase(
  history: History,
  left: string,
  right: string,
  title: string,
): Promise<Endpoints | Refusal> {
  const one = await find(history, left);
  if ('refused' in one) return one;
  const head = await find(history, right);
  if ('refused' in head) return head;
  const bases = await mergeBases(history.view, one.id, head.id);
  const first = bases[0];
  if (first === undefined) {
    if (history.shallow) return shallowBoundary(`The merge base of ${left} and ${right}`);
    return refuse(
      'no_merge_base',
      `${left} and ${right} have no common history.`,
      `Name both ends: ${left}..${right} compares the two trees as they are.`,
    );
  }
  const base = await find(history, first);
  if ('refused' in base) return base;
  const notes =
    bases.length === 1 ? [] : [`${left} and ${right} have ${bases.length} merge bases; ${first} was taken.`];
  return { title, base, head, notes };
}

/** One commit against its first parent; of a merge that is what the merge brought in. */
export async function resolveCommit(history: History, revision: string): Promise<Endpoints | Refusal> {
  const head = await find(history, revision);
  if ('refused' in head) return head;
  const title = `commit ${head.id.slice(0, 12)}`;
  const parent = head.parents[0];
  if (parent === undefined) return { title, base: undefined, head, notes: [] };
  const base = await readCommit(history.objects, parent);
  if (typeof base === 'string') {
    if (history.shallow) return shallowBoundary(`The parent of ${revision}`);
    return missingObjects(`commit ${parent}`);
  }
  const notes =
    head.parents.length > 1 ? [`${head.id.slice(0, 12)} is a merge; it is compared with its first parent.`] : [];
  return { title, base, head, notes };
}

/** The commit a revision names, or the refusal with the nearest names. */
export async function find(history: History, revision: string): Promise<RawCommit | Refusal> {
  const commit = await readCommit(history.objects, revision);
  return typeof commit === 'string' ? unknownRevision(history, revision, commit) : commit;
}

/** Best common ancestors of `left` with any of the others; none where they share no history. */
export async function mergeBases(view: View, left: string, ...others: readonly string[]): Promise<string[]> {
  const call = inView(view, 'merge-base', '--all', left, ...others);
  const { exitCode, stdout, stderr } = await runGit(call);
  if (exitCode !== 0 && exitCode !== 1) throw new GitFailure(call.args, exitCode, stderr);
  return stdout.toString('latin1').split('\n').filter(Boolean);
}
