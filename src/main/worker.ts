import { systemClock } from '../adapters/clock/system-clock.js';
import { dailyBackup } from '../adapters/storage/care/daily-backup.js';
import { work, workOnce, type Turn, type WorkDependencies } from '../application/deadlines/work.js';
import { Calls } from '../application/peer/call/calls.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { digest } from './digest.js';
import type { Local } from './local.js';
import { pause } from './pause.js';
import { storeDirectory, type Start } from './store-directory.js';

/** Fires what is due, calls agents for seats that nobody claimed and keeps a backup of each day, on this machine (SPEC 5.4, 5.8). */
export async function worker(
  { start, withStore }: Local,
  { once }: { readonly once: boolean },
  report: (turn: Turn) => void,
  signal: AbortSignal,
): Promise<undefined | Refusal> {
  const directory = await storeDirectory(start);
  if (isRefusal(directory)) return directory;
  return withStore('write', async (store) => {
    const on = dependencies(start, store, { directory, report });
    await (once ? workOnce : work)(on, report, signal);
    return undefined;
  });
}

function dependencies(
  start: Start,
  store: Store,
  { directory, report }: { readonly directory: string; readonly report: (turn: Turn) => void },
): WorkDependencies {
  const tell = (line: string) => report({ fired: 0, broken: [], said: [line] });
  const calls = new Calls({ store }, async (id, signal) => {
    const { callFor } = await import('./calling.js');
    return callFor(start, store, { id, tell }, signal);
  });
  return {
    store,
    clock: systemClock,
    digest,
    pause,
    chores: [
      (signal) => calls.begin(signal),
      () => followReviews(start, store),
      () => backUp(store, directory),
      memoryChore(start, store),
      () => traceReverts(start, store, directory),
      suggestionChore(start, store),
    ],
    finish: () => calls.finish(),
  };
}

/** Tasks whose review a person decided go on. What applies it is loaded only where a task waits. */
async function followReviews(start: Start, store: Store): Promise<readonly string[]> {
  const [waiting] = await store.listTasks({ status: ['awaiting_review'], waiting: true, limit: 1 });
  if (waiting === undefined) return [];
  const [{ settleTasks }, { showReview }] = await Promise.all([
    import('../application/task/settle.js'),
    import('./show.js'),
  ]);
  return settleTasks({ store, clock: systemClock, showReview: (id) => showReview(start, store, id) });
}

/** The memory is rendered while nobody waits for a review; only where the project has a place for it, and something was recorded since. */
function memoryChore(start: Start, store: Store): () => Promise<readonly string[]> {
  let written: number | undefined;
  return async () => {
    const position = await store.position();
    if (position === written) return [];
    const { writeMemory } = await import('./memory.js');
    const files = await writeMemory(start, store, 'where_initialised');
    written = position;
    if (isRefusal(files)) return [`the memory was not written: ${files.message}`];
    const changed = files.filter(({ action }) => action !== 'unchanged').length;
    return changed === 0 ? [] : [`memory: ${changed} ${changed === 1 ? 'file' : 'files'} written`];
  };
}

/** What was reverted since the last turn that saw the branch move; else files are looked at, and no git is started. */
async function traceReverts(start: Start, store: Store, directory: string): Promise<readonly string[]> {
  const { scanned } = await import('./reverts.js');
  const traced = await scanned(start, store, directory);
  return traced.map(({ review, revert }) => `review ${review}: reverted by commit ${revert}`);
}

/** What follows from days is asked once an hour, and anew by whoever starts: what was suggested is in the journal. */
function suggestionChore(start: Start, store: Store): () => Promise<readonly string[]> {
  const hourMs = 3_600_000;
  let asked = 0;
  return async () => {
    if (systemClock.now() - asked < hourMs || (await store.listPatterns()).length === 0) return [];
    asked = systemClock.now();
    const [{ suggestPatterns }, { currentPolicy }] = await Promise.all([
      import('../application/patterns/suggest.js'),
      import('./policy.js'),
    ]);
    const inForce = await currentPolicy(start);
    if (isRefusal(inForce)) return [];
    const suggested = await suggestPatterns({ store, clock: systemClock, inForce });
    return suggested.map(({ creator, type }) => `${creator} → ${type} could be switched on: countersign patterns`);
  };
}

/** With the backup of a day everything is looked at: what a disk altered of what no skip rests on is seen by nobody else, and is marked here. */
async function backUp(store: Store, directory: string): Promise<readonly string[]> {
  const made = await dailyBackup({ directory, store, now: systemClock.now() });
  if (made === undefined) return [];
  const found = await store.verify();
  const wrong = found.intact ? [] : [`${found.reason}. ${found.remedy ?? 'See `countersign verify`.'}`];
  return [`backed up to ${made}`, ...wrong];
}
