import { chmodSync, lstatSync, mkdtempSync, readdirSync, renameSync, writeFileSync, type BigIntStats } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrozenChange } from '../../../application/ports/repository.js';
import { agentFiles, disarmed } from './agent-files.js';

/** The head tree on disk, read-only, for one round of reviewers. */
export interface Checkout {
  readonly directory: string;
  /** Paths that carry the suffix `.under-review` here, so that no agent obeys them. */
  readonly renamed: readonly string[];
  /**
   * Whether the tree is still exactly as it was written. The owner of a file can make it writable again, and to root no file is
   * read-only: what a reviewer read is known only when nothing was touched.
   */
  readonly intact: () => boolean;
  readonly remove: () => Promise<void>;
}

/** A directory that an agent works in as it stands: it is somebody else's to look after. */
export function asItStands(directory: string): Checkout {
  return { directory, renamed: [], intact: () => true, remove: () => Promise.resolve() };
}

/** Writes the head into a fresh directory: raw bytes, no `.git`, no link, nothing executable, nothing that configures an agent. */
export async function checkOutHead(frozen: Pick<FrozenChange, 'listTree' | 'checkout'>): Promise<Checkout> {
  const scratch = mkdtempSync(join(tmpdir(), 'countersign-head-'));
  const directory = join(scratch, 'head');
  try {
    const renamed = agentFiles((await frozen.listTree('head')).map(({ path }) => path));
    await frozen.checkout('head', directory);
    // Some agents take the first `.env` on the way up, and anybody may write one into the directory of temporary files.
    writeFileSync(join(scratch, '.env'), '');
    for (const path of renamed) disarm(directory, path);
    const sealed = seal(directory);
    return { directory, renamed, intact: () => newestChange(directory) === sealed, remove: () => unseal(scratch) };
  } catch (error) {
    await unseal(scratch);
    throw error;
  }
}

function disarm(directory: string, path: string): void {
  const from = join(directory, path);
  // A path that is not UTF-8 stands with `\xHH` in the listing, and is under no name that an agent knows.
  if (lstatSync(from, { throwIfNoEntry: false }) === undefined) return;
  let to = from + disarmed;
  while (lstatSync(to, { throwIfNoEntry: false }) !== undefined) to += disarmed;
  renameSync(from, to);
}

/** Takes away the right to write, files before their directory. Returns the newest change of any of them. */
function seal(directory: string): bigint {
  for (const { path, stats } of walk(directory)) chmodSync(path, stats.isDirectory() ? 0o555 : 0o444);
  return newestChange(directory);
}

/**
 * Time in nanoseconds of the newest change of anything below: writing, renaming, adding, removing and changing a mode all set
 * the change time of a file or of its directory, and no program can set it back.
 */
function newestChange(directory: string): bigint {
  let newest = 0n;
  try {
    for (const { stats } of walk(directory)) if (stats.ctimeNs > newest) newest = stats.ctimeNs;
  } catch (error) {
    // Something vanished or can't be listed any more: that is a change.
    if (error instanceof Error && 'code' in error) return -1n;
    throw error;
  }
  return newest;
}

function* walk(path: string): Generator<{ readonly path: string; readonly stats: BigIntStats }> {
  const stats = lstatSync(path, { bigint: true });
  if (stats.isDirectory()) for (const name of readdirSync(path)) yield* walk(join(path, name));
  yield { path, stats };
}

async function unseal(scratch: string): Promise<void> {
  for (const path of directoriesOf(scratch)) chmodSync(path, 0o700);
  await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
}

/** Directories from the top down: one that can't be entered yet is made so before it is listed. */
function* directoriesOf(path: string): Generator<string> {
  yield path;
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) yield* directoriesOf(join(path, entry.name));
}
