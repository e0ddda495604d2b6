import type { Change, Commit } from '../../domain/model/change.js';
import { readCommit, type RawCommit } from './commits.js';
import type { ObjectReader } from './object-reader.js';

/** Both ends of a range that goes on from a known change. */
export interface Following {
  readonly base: RawCommit;
  readonly head: RawCommit;
  /** Whether it begins where the known change begins; otherwise at its head or later. */
  readonly isWhole: boolean;
  /** The commits that the known change lacks, newest first, or those behind `base`; undefined where they have to be listed. */
  readonly between: readonly Commit[] | undefined;
}

/** Commits that a change is followed through at most: more than any loop makes. */
const longest = 16;

/**
 * The ends of `A..B`, where A is the base of the known change, its head or a later commit, and B comes of its head by commits with one
 * parent each. Undefined for any other range.
 */
export async function following(
  objects: ObjectReader,
  range: string,
  { baseCommit, baseTree, headCommit }: Change,
): Promise<Following | undefined> {
  const [, from, to] = /^([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})$/.exec(range) ?? [];
  if (from === undefined || to === undefined || headCommit === undefined) return undefined;
  const chain = await singleParents(objects, to, headCommit);
  const [head] = chain;
  if (head === undefined) return undefined;
  if (from === baseCommit)
    return { base: { id: from, tree: baseTree, parents: [] }, head, isWhole: true, between: listed(chain) };
  const base = from === headCommit ? await readCommit(objects, from) : chain.slice(1).find(({ id }) => id === from);
  if (base === undefined || typeof base === 'string') return undefined;
  const at = chain.findIndex(({ id }) => id === from);
  return { base, head, isWhole: false, between: listed(at < 0 ? chain : chain.slice(0, at)) };
}

function listed(chain: readonly RawCommit[]): readonly Commit[] | undefined {
  const commits = chain.flatMap((commit) => commit.listed ?? []);
  return commits.length === chain.length ? commits : undefined;
}

/** From `to` back to the child of `end`; empty where that is not the way. */
async function singleParents(objects: ObjectReader, to: string, end: string): Promise<readonly RawCommit[]> {
  const chain: RawCommit[] = [];
  for (let at = to; at !== end;) {
    const commit = await readCommit(objects, at);
    if (typeof commit === 'string' || chain.length === longest) return [];
    chain.push(commit);
    const [parent, ...others] = commit.parents;
    if (parent === undefined || others.length > 0) return [];
    at = parent;
  }
  return chain;
}
