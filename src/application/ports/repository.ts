import type { BranchTip, Change } from '../../domain/model/change.js';
import type { Refusal } from '../../domain/model/refusal.js';

/** What the user asked to review. */
export type ChangeRequest =
  | { readonly kind: 'default' }
  | {
      readonly kind: 'range';
      readonly range: string;
      /** An open change that this one goes on from: it need not be read again, and what was accepted for it is in force. */
      readonly following?: FrozenChange;
    }
  | { readonly kind: 'base'; readonly base: string }
  | { readonly kind: 'staged' }
  | { readonly kind: 'worktree' }
  /** Exactly what is on record, to be read once more; refused with `content_changed` or `missing_objects` where it is gone. */
  | { readonly kind: 'recorded'; readonly change: Change };

export interface TreeEntry {
  /** As in the inventory: bytes that are not UTF-8 stand as `\xHH`. */
  readonly path: string;
  readonly mode: string;
  readonly blob: string;
}

/** One line of a hunk with its place on either side; the text is without its line feed, bytes kept as latin1 where not UTF-8. */
export interface HunkLine {
  readonly kind: 'context' | 'added' | 'deleted';
  readonly oldLine?: number;
  readonly newLine?: number;
  readonly text: string;
}

export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly HunkLine[];
}

/**
 * A change frozen into two trees and opened for reading. Nothing that the repository or its configuration names is
 * executed (SPEC 2, rule 13), and nothing of the user's index, worktree or HEAD is touched.
 */
export interface FrozenChange {
  readonly change: Change;
  /** Whether the default branch holds the base commit; false where it is not known. Nobody may have looked at another base. */
  readonly baseAccepted: boolean;
  /** Where the default branch stood when the change was frozen; undefined where none is known. */
  readonly acceptedTip?: BranchTip | undefined;
  /** Bytes of a blob, undefined when the object is missing (shallow or partial clone). */
  readBlob(id: string): Promise<Uint8Array | undefined>;
  /** Size in bytes without reading it. */
  blobSizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Every file of a side, without submodules. */
  listTree(side: 'base' | 'head'): Promise<readonly TreeEntry[]>;
  /**
   * Undefined when the path does not exist on that side. `accepted`: the tree whose policy and guidelines are in force, the
   * base unless the default branch does not hold it.
   */
  readFile(side: 'base' | 'head' | 'accepted', path: string): Promise<Uint8Array | undefined>;
  /** Hunks of one entry with three lines of context; empty for binaries, submodules, pure renames. */
  hunks(path: string): Promise<readonly Hunk[]>;
  /**
   * Writes raw bytes of the entries below `directory`, without filters and never through a symlink; symlinks become
   * plain files holding their target's text unless `symlinks` says otherwise. `paths` undefined: the whole tree.
   */
  checkout(side: 'base' | 'head', directory: string, paths?: readonly string[]): Promise<void>;
  /** Whether the change takes back, line for line, what this commit did; false where the base does not hold it. */
  takesBack(commit: string): Promise<boolean>;
  /** Starts what a change that goes on from this one will be read with. Called when nobody waits for anything. */
  getReady(): void;
  close(): Promise<void>;
}

export interface Repository {
  /** Top of the worktree, absolute; undefined in a bare repository. */
  readonly top: string | undefined;
  /** The git common directory, absolute: one store for all worktrees of a clone. */
  readonly commonDirectory: string;
  /** Freezes what was asked for. An empty change is a refusal `nothing_to_review`. */
  freeze(request: ChangeRequest): Promise<FrozenChange | Refusal>;
}
