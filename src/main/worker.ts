import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../adapters/clock/system-clock.js';
import { dailyBackup } from '../adapters/storage/care/daily-backup.js';
import { turn, work, type Turn, type WorkDependencies } from '../application/deadlines/work.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { digest } from './digest.js';
import type { Local } from './local.js';
import { storeDirectory } from './store-directory.js';

/** Fires what is due and keeps a backup of each day, on this machine (SPEC 5.4, 5.8). */
export async function worker(
  { start, withStore }: Local,
  { once }: { readonly once: boolean },
  report: (turn: Turn) => void,
  signal: AbortSignal,
): Promise<undefined | Refusal> {
  const directory = await storeDirectory(start);
  if (isRefusal(directory)) return directory;
  return withStore('write', async (store) => {
    const on = dependencies(store, directory);
    if (once) report(await turn(on, signal));
    else await work(on, report, signal);
    return undefined;
  });
}

function dependencies(store: Store, directory: string): WorkDependencies {
  return { store, clock: systemClock, digest, pause, chores: [() => backUp(store, directory)] };
}

async function backUp(store: Store, directory: string): Promise<string | undefined> {
  const made = await dailyBackup({ directory, store, now: systemClock.now() });
  return made === undefined ? undefined : `backed up to ${made}`;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // The signal ends the work in order; it is no fault.
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
}
