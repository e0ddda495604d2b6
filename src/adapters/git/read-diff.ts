import { closeSync, openSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse, type Refusal } from '../../domain/model/refusal.js';

import { behind, type DiffAhead } from './ahead.js';
import { GitFailure, startGit, type RunningGit } from './git-process.js';
import { PatchScanner, type PatchSection } from './patch-scanner.js';
import { RawEntryReader, type RawEntry } from './raw-entries.js';
import { missingObjects } from './refusals.js';
import { inView, type View } from './view.js';
import { announcement } from './waiting-comparison.js';

/** Git's three views of one change, from one run, and the patch itself on disk. */
export interface DiffViews {
  readonly entries: readonly RawEntry[];
  /** In git's order: one for each entry, two (delete, create) for a type change. */
  readonly sections: readonly PatchSection[];
  readonly patchFile: string;
  /** `git patch-id --stable` of the patch; empty where git finds nothing to hash. */
  readonly patchId: string;
}

/** Git's own default; beyond it inexact renames are not looked for, which is noted. */
export const renameLimit = 1000;

/** Everything that a user's settings could change about a diff is said (ARCHITECTURE section 4). */
export const pinned: readonly string[] = [
  '--raw',
  '--numstat',
  '--patch',
  '-z',
  '--no-abbrev',
  '--full-index',
  '-M50%',
  `-l${renameLimit}`,
  '--rename-empty',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-color-moved',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--ignore-submodules=none',
  '--no-relative',
  '-U3',
  '--inter-hunk-context=0',
  '--no-function-context',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '-O/dev/null',
];

/**
 * Reads base and head tree once, streaming: bytes of the patch go to disk and to `git patch-id`, never into memory whole. By gits that
 * wait for it, where some do.
 */
export async function readDiff(
  view: View,
  baseTree: string,
  headTree: string,
  longestPatch: number,
  waiting?: DiffAhead,
): Promise<DiffViews | Refusal> {
  const call = inView(view, 'diff', ...pinned, baseTree, headTree, '--');
  const patchId = waiting?.patchId ?? startGit(inView(view, 'patch-id', '--stable'));
  const identified = collect(patchId);
  // When the diff itself fails, that is the failure to report.
  identified.catch(() => undefined);
  const diff = waiting?.diff ?? startGit(call);
  const beginning = waiting === undefined ? '' : announcement(baseTree, headTree);
  diff.child.stdin.end(beginning);
  const patchFile = join(view.directory, `patch-${randomUUID()}`);
  const head = new RawEntryReader();
  const patch = new PatchScanner();
  const spool = new Spool(patchFile, longestPatch, patchId);
  let announced = true;
  try {
    for await (const bytes of behind(beginning, diff.child.stdout)) {
      announced = bytes !== undefined;
      if (bytes === undefined) break;
      const rest = head.take(bytes);
      if (rest.length === 0) continue;
      patch.take(rest);
      if (!(await spool.write(rest))) return tooLarge(longestPatch);
    }
  } finally {
    spool.close();
    diff.child.kill();
    patchId.child.stdin.end();
  }
  const { exitCode, stderr } = await diff.ended;
  if (exitCode !== 0) {
    await patchId.ended;
    return refuseMissing(new GitFailure(call.args, exitCode, stderr));
  }
  // Of a tree that it cannot read one that waited says nothing; one that is asked for these two says what is wrong.
  if (!announced) {
    await Promise.all([identified, rm(patchFile)]);
    return readDiff(view, baseTree, headTree, longestPatch);
  }
  head.finish();
  patch.finish();
  return { entries: head.entries, sections: patch.sections, patchFile, patchId: await identified };
}

/** Writes synchronously: memory stays flat, and the kernel holds git back through its pipe. */
class Spool {
  readonly #file: number;
  readonly #limit: number;
  readonly #copy: RunningGit;
  #size = 0;

  constructor(path: string, limit: number, copy: RunningGit) {
    this.#file = openSync(path, 'wx', 0o600);
    this.#limit = limit;
    this.#copy = copy;
  }

  /** False when the patch is larger than allowed. */
  async write(bytes: Buffer): Promise<boolean> {
    this.#size += bytes.length;
    if (this.#size > this.#limit) return false;
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    const { stdin } = this.#copy.child;
    if (!stdin.write(bytes)) await Promise.race([once(stdin, 'drain'), this.#copy.ended]);
    return true;
  }

  close(): void {
    closeSync(this.#file);
  }
}

async function collect({ child, ended }: RunningGit): Promise<string> {
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { exitCode, stderr } = await ended;
  if (exitCode !== 0) throw new GitFailure(['patch-id'], exitCode, stderr);
  return Buffer.concat(chunks).toString('latin1').split(' ', 1)[0]?.trim() ?? '';
}

function refuseMissing(failure: GitFailure): Refusal {
  const lost = /unable to read|bad object|missing|could not (?:open|parse|get) object|Could not read/i;
  if (!lost.test(failure.words)) throw failure;
  return missingObjects(`objects of the change (git says: ${failure.words.split('\n', 1)[0] ?? ''})`);
}

function tooLarge(limit: number): Refusal {
  return refuse(
    'too_large',
    `The change as a patch is larger than ${Math.round(limit / 1024 / 1024)} MiB.`,
    'Review it in parts: a range of fewer commits.',
  );
}
