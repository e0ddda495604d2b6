/** A commit of the default branch that says it reverts others. */
export interface FoundRevert {
  readonly commit: string;
  readonly tree: string;
  readonly undone: readonly UndoneCommit[];
}

export interface UndoneCommit {
  readonly commit: string;
  /** By any of which a review of it is known: its id, its tree, of a merge the commits that it brought. */
  readonly objects: readonly string[];
}

/** What the default branch got since somebody looked last. */
export interface RevertsSince {
  /** Full name of the branch. */
  readonly ref: string;
  /** The oldest first. */
  readonly reverts: readonly FoundRevert[];
}

/** History of the repository under review: whoever may write to its default branch is believed that something was reverted. */
export interface RevertHistory {
  /** Undefined where the branch stands where it stood, or none is known; then git is not asked. */
  since(): Promise<RevertsSince | undefined>;
  /** What was read is done with: the next look begins after it. */
  done(): Promise<void>;
}
