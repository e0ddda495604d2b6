/** Who stands on a commit that Countersign makes of an author's work. */
export interface CommitBy {
  readonly name: string;
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Which of the paths an author gets no file of. */
export type KeepOut = (paths: readonly string[]) => readonly string[];

/** `left`: what the author left that cannot be taken, in words that follow "left". */
export type Taken = { readonly commit: string; readonly tree: string } | { readonly left: string };

/** The content of one commit in a directory of its own, for an author to change. */
export interface Workspace {
  readonly directory: string;
  /**
   * What stands there now as a commit on top of the one before; `commit` is that one where nothing changed. What was kept out
   * stays as it was. Afterwards the next taking stands on this one. Nothing is taken, and git not led there, where the author left a
   * repository of its own, a pipe that git would wait for, or what git refuses.
   */
  take(by: CommitBy): Promise<Taken>;
  /** Keeps the last commit that was taken from being collected, under a ref that no user's tool looks at. Returns the ref. */
  keep(id: string): Promise<string>;
  /** Starts what `take` and `keep` will need. Called while the author works, when nobody waits for it. */
  getReady(): void;
  /** Removes the directory. Commits stay. */
  close(): Promise<void>;
}

/** What came of putting commits on the user's branch. */
export type Applied =
  { readonly applied: true; readonly branch: string } | { readonly applied: false; readonly why: string };

/** A fix that is kept under its ref. */
export interface KeptFix {
  /** Of the review whose loop it belongs to. */
  readonly id: string;
  readonly commit: string;
}

/** Where authors work: never in the user's own worktree, index or branch. */
export interface Workspaces {
  open(commit: string, keepOut: KeepOut): Promise<Workspace>;
  /** The branch that is checked out, and every fix that is kept of this commit or of one that it stands on. */
  keptOver(commit: string): Promise<{ readonly branch: string; readonly fixes: readonly KeptFix[] }>;
  /**
   * Moves the user's branch from `from` to `to`, as a fast-forward, and the worktree with it; changes nothing where the branch
   * stands elsewhere, is another one than when the workspace was opened, or the worktree is in the way. Runs no hook and no filter of the repository. Comes to its end even where this
   * process is killed meanwhile.
   */
  apply(from: string, to: string): Promise<Applied>;
}
