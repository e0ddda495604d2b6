import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../../../application/ports/store.js';
import { syncDirectory } from '../../durable-file/sync-directory.js';
import { exists, isMissing } from '../blobs/file-blobs.js';

export interface DailyBackupInput {
  /** Directory of the store; backups stand in `backups/DAY/` below it. */
  readonly directory: string;
  readonly store: Pick<Store, 'backup' | 'position'>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Kept (SPEC 5.8). */
const kept = 7;

const abandonedAfterMs = 24 * 3_600_000;

/** Directory of today's backup (UTC), undefined when it is there already or nothing was ever recorded. */
export async function dailyBackup({ directory, store, now }: DailyBackupInput): Promise<string | undefined> {
  const backups = join(directory, 'backups');
  const target = join(backups, dayOf(now));
  if ((await exists(target)) || (await store.position()) === 0) return undefined;
  await mkdir(backups, { recursive: true });
  const partial = await mkdtemp(join(backups, '.partial-'));
  try {
    await store.backup(join(partial, 'countersign.db'));
    if (!(await moved(partial, target))) return undefined;
    await syncDirectory(backups);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  await forget(backups, now);
  return target;
}

/** Day of the newest backup as `YYYY-MM-DD`, undefined where there is none. */
export async function newestBackup(directory: string): Promise<string | undefined> {
  try {
    return (await readdir(join(directory, 'backups'))).filter(isDay).sort().at(-1);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isDay(name: string): boolean {
  return /^\d{4}-\d\d-\d\d$/u.test(name);
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The whole directory at once, so that a backup is complete under its name or not there; false when another was first. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST'))
      return false;
    throw error;
  }
}

/** The oldest beyond those kept, and what a process that was killed left half done. */
async function forget(backups: string, now: number): Promise<void> {
  const names = await readdir(backups);
  const days = names.filter(isDay).sort();
  const old = days.slice(0, Math.max(0, days.length - kept));
  const abandoned: string[] = [];
  for (const name of names.filter((each) => each.startsWith('.partial-'))) {
    if (await isOlder(join(backups, name), now - abandonedAfterMs)) abandoned.push(name);
  }
  for (const name of [...old, ...abandoned]) await rm(join(backups, name), { recursive: true, force: true });
}

async function isOlder(path: string, than: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < than;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
