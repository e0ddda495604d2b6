/** What happened to one path between the base tree and the head tree; the letters are git's (`git diff --raw`). */
export type FileStatus = 'A' | 'M' | 'D' | 'R' | 'C' | 'T';

/** How far one entry of the inventory was put before a reviewer (SPEC 2, rule 2). */
export type Coverage = 'reviewed' | 'partly_shown' | 'not_shown' | 'unreadable' | 'excluded';

/** First and last line, 1-based, both inclusive. */
export type LineRange = readonly [from: number, to: number];

export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none';

/** One entry of the inventory: facts that git gave, never a reviewer's claim. */
export interface ChangedFile {
  /** Path at the head, at the base for a deletion. Bytes that are not UTF-8 stand as `\xHH`. */
  readonly path: string;
  /** Base64 of the raw path, only where the path is not UTF-8. */
  readonly pathBytes?: string;
  readonly oldPath?: string;
  readonly oldPathBytes?: string;
  readonly status: FileStatus;
  /** Percent, for renames and copies. */
  readonly similarity?: number;
  /** Six octal digits as git prints them, `000000` where the side does not exist. */
  readonly oldMode: string;
  readonly newMode: string;
  /** Object ids in full, all zeros where the side does not exist. */
  readonly oldBlob: string;
  readonly newBlob: string;
  readonly binary: boolean;
  /** Lines as `git diff --numstat` counts them, null for a binary. */
  readonly added: number | null;
  readonly deleted: number | null;
  /** Line numbers on the head side. Empty for binaries and submodules. */
  readonly addedLines: readonly LineRange[];
  /** Line numbers on the base side. Empty for binaries and submodules. */
  readonly deletedLines: readonly LineRange[];
  /** Whether the last line ends in a newline; null where the side does not exist. Absent for binaries and submodules. */
  readonly newlineAtEof?: { readonly old: boolean | null; readonly new: boolean | null };
  /** Present only where the line endings of the file as a whole differ between the sides. */
  readonly eolChange?: { readonly from: LineEnding; readonly to: LineEnding };
  /** Name of the filter driver that git would have run; the raw worktree bytes were taken instead (SPEC 2, rule 13). */
  readonly unfiltered?: string;
}

/** Who a change comes from and on what content it stands. Commit ids are absent where the side is an index or a worktree. */
/** Where a branch stood. */
export interface BranchTip {
  /** Full name of the ref. */
  readonly ref: string;
  readonly commit: string;
}

export interface Change {
  readonly source: 'range' | 'staged' | 'worktree';
  /** What the user reads as the name of the change: `main..topic`, `staged changes`, … */
  readonly title: string;
  readonly baseCommit?: string;
  readonly headCommit?: string;
  readonly baseTree: string;
  readonly headTree: string;
  /** `git patch-id --stable` of the change; the same after a clean rebase. */
  readonly patchId: string;
  /** Commits of the range, newest first; empty for an index or a worktree. */
  readonly commits: readonly Commit[];
  /**
   * The last push that brought the head to each remote-tracking branch, as this clone's log of that branch tells; empty where none
   * does. Absent for an index or a worktree, and where it was not looked for.
   */
  readonly pushes?: readonly Push[];
  /** Sorted by the bytes of the path. */
  readonly files: readonly ChangedFile[];
  /** Facts about reading the change that a person should know, in sentences. */
  readonly notes: readonly string[];
  /** What was not committed when the change was read; only where it ends at HEAD and something was not. */
  readonly uncommitted?: Uncommitted;
}

/** Counts of paths; what the index and the worktree both change counts in both. */
export interface Uncommitted {
  readonly staged: number;
  readonly unstaged: number;
  /** Not ignored; a directory that holds nothing else counts once. */
  readonly untracked: number;
}

export interface Commit {
  readonly id: string;
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
}

export interface Push {
  /** Full name: `refs/remotes/origin/topic`. */
  readonly ref: string;
  /** The committer whom git was told of when it pushed. */
  readonly by: Person;
}

export interface Person {
  readonly name: string;
  readonly email: string;
}

/** True when the line of the head side was added or rewritten by the change. */
export function isAddedLine(file: ChangedFile, line: number): boolean {
  return inRanges(file.addedLines, line);
}

/** True when any line of `from..to` lies in one of the ranges, which are sorted and do not overlap. */
export function touchesRange(ranges: readonly LineRange[], from: number, to: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (range[1] < from) low = middle + 1;
    else if (range[0] > to) high = middle - 1;
    else return true;
  }
  return false;
}

function inRanges(ranges: readonly LineRange[], line: number): boolean {
  return touchesRange(ranges, line, line);
}
