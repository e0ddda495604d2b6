import { GitFailure, mustGit, runGit } from './git-process.js';
import { modes } from './object-names.js';
import { inWorktree } from './temporary-index.js';
import type { View } from './view.js';

/** An index entry that git is told not to look at (assume-unchanged, skip-worktree). */
export interface FlaggedEntry {
  readonly mode: string;
  readonly blob: string;
  /** Left out of the worktree by a sparse checkout: absent means unchanged. */
  readonly sparse: boolean;
  readonly path: Buffer;
}

export interface ChangedEntry {
  /** In the index. */
  readonly mode: string;
  readonly path: Buffer;
}

export interface WorktreeStatus {
  /** Tracked, and different from the index or gone. */
  readonly changed: readonly ChangedEntry[];
  /** Not tracked and not ignored; a nested repository ends in a slash. */
  readonly untracked: readonly Buffer[];
  readonly flagged: readonly FlaggedEntry[];
  readonly unmerged: readonly Buffer[];
  readonly submodules: readonly Buffer[];
  /** Directories git could not read, in its words. */
  readonly unreadable: readonly string[];
}

/** Asks git, through the view, how the worktree differs from the copied index. */
export async function worktreeStatus(view: View, top: string): Promise<WorktreeStatus> {
  const listing = inWorktree(view, top, 'ls-files', '-z', '-v', '-s', '-c', '-o', '--exclude-standard');
  const differing = inWorktree(view, top, 'diff-files', '--raw', '-z', '--no-abbrev', '--ignore-submodules=dirty');
  const [listed, differs] = await Promise.all([runGit(listing), mustGit(differing)]);
  if (listed.exitCode !== 0) throw new GitFailure(listing.args, listed.exitCode, listed.stderr);
  const status = readListing(listed.stdout);
  return {
    ...status,
    changed: readChanged(differs.stdout),
    unreadable: listed.stderr.split('\n').filter((line) => line.includes('could not open directory')),
  };
}

type Listing = Pick<WorktreeStatus, 'untracked' | 'flagged' | 'unmerged' | 'submodules'>;

/** `TAG mode id stage TAB path` for tracked entries, `? path` for others; a lower-case tag or `S` is a flag. */
function readListing(bytes: Buffer): Listing {
  const untracked: Buffer[] = [];
  const flagged: FlaggedEntry[] = [];
  const unmerged: Buffer[] = [];
  const submodules: Buffer[] = [];
  for (const record of records(bytes)) {
    const tag = String.fromCharCode(record[0] ?? 0);
    if (tag === '?') {
      untracked.push(record.subarray(2));
      continue;
    }
    const tab = record.indexOf(0x09);
    const [mode = '', blob = '', stage = ''] = record.toString('latin1', 2, tab).split(' ');
    const path = record.subarray(tab + 1);
    if (mode === modes.submodule && stage === '0') submodules.push(path);
    if (stage !== '0') unmerged.push(path);
    else if (tag === 'S' || tag !== tag.toUpperCase()) {
      flagged.push({ mode, blob, sparse: tag.toUpperCase() === 'S', path });
    }
  }
  return { untracked, flagged, unmerged, submodules };
}

/** `:oldmode newmode oldid newid STATUS` and the path, in turn. */
function readChanged(bytes: Buffer): ChangedEntry[] {
  const changed: ChangedEntry[] = [];
  let mode = '';
  for (const [index, record] of records(bytes).entries()) {
    if (index % 2 === 0) mode = record.toString('latin1', 1, 7);
    else changed.push({ mode, path: record });
  }
  return changed;
}

/** NUL-terminated records. */
export function records(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    found.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return found;
}
