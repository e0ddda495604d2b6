import type { BranchTip } from '../../domain/model/change.js';
import { readCommit } from './commits.js';
import { acceptedBranch } from './default-change.js';
import { mergeBases } from './endpoints.js';
import type { History } from './history.js';

/** Where the words that rule a review are read from. */
export interface Accepted {
  readonly tree: string;
  /** Whether the default branch holds the base. */
  readonly holdsBase: boolean;
  /** Where the default branch stood; undefined where none is known. */
  readonly tip?: BranchTip | undefined;
  /** Set where that is not the base. */
  readonly note?: string | undefined;
}

/**
 * The tree whose policy, guidelines and templates are in force (SPEC 2, rule 7): that of the base, if the default branch
 * holds the base. Otherwise nobody but its author may have accepted the base, which could bring its own rules; then it is
 * the commit at which the base left the default branch, or the tip of that branch where they share no known history.
 * Where no default branch is known it is the base. A local default branch counts only where there is none of a remote.
 */
export async function acceptedTree(
  history: History,
  base: { readonly baseCommit?: string; readonly baseTree: string },
): Promise<Accepted> {
  const { baseCommit, baseTree } = base;
  if (baseCommit === undefined) return { tree: baseTree, holdsBase: false };
  const tip = await acceptedBranch(history);
  if (tip === undefined) return { tree: baseTree, holdsBase: false };
  const [shared = tip.commit] = await mergeBases(history.view, baseCommit, tip.commit);
  if (shared === baseCommit) return { tree: baseTree, holdsBase: true, tip };
  const accepted = await readCommit(history.objects, shared);
  if (typeof accepted === 'string') return { tree: baseTree, holdsBase: false, tip };
  const from = accepted.id.slice(0, 12);
  return {
    tree: accepted.tree,
    holdsBase: false,
    tip,
    note: `The default branch does not hold the base ${baseCommit.slice(0, 12)}: policy and guidelines are those of ${from}.`,
  };
}
