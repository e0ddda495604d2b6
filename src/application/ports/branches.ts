/** Where a branch stands now. */
export interface BranchNow {
  readonly commit: string;
  readonly tree: string;
}

/** The branches of the repository under review, as they are now. */
export interface Branches {
  /** Undefined where there is no such branch, or nobody can tell. */
  tip(name: string): Promise<BranchNow | undefined>;
}
