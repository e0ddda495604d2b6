import type { Recorded, RunEvent } from '../../domain/model/event.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Run } from '../../domain/model/run.js';
import { evolveRun, foldRun } from '../../domain/run/evolve.js';
import { rowNamed } from '../queries/find-review.js';
import type { Store } from '../ports/store.js';
import type { RunRow } from '../ports/runs.js';
import type { RunDependencies } from './dependencies.js';

/** Lost races after which a run is called busy. */
const attempts = 20;

type On = Pick<RunDependencies, 'store' | 'clock'>;

/** Decides on the present state of a run and records it, anew while others write first. No events: nothing is recorded. */
export async function recordRun(
  on: On,
  id: string,
  actor: string,
  decide: (run: Run) => readonly RunEvent[] | Refusal,
): Promise<Run | Refusal> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { run, version } = await loadRun(on.store, id);
    const events = decide(run);
    if (isRefusal(events)) return events;
    if (events.length === 0) return run;
    const stream = `run/${id}` as const;
    const appended = await on.store.append({ stream, expectedVersion: version, actor, at: on.clock.now(), events });
    if (appended.outcome === 'appended') return appended.events.reduce<Run>(evolveRun, run);
  }
  return refuse('busy', `run ${id} is being changed by others`, 'try again');
}

/** The state of a run that is known to exist. Throws when its stream is missing. */
export async function loadRun(store: Store, id: string): Promise<{ readonly run: Run; readonly version: number }> {
  const events: readonly Recorded<RunEvent>[] = await store.readStream(`run/${id}`);
  const run = foldRun(events);
  if (run === undefined) throw new Error(`run ${id} is listed but its stream is empty: run \`countersign rebuild\``);
  return { run, version: events.length };
}

/** The row that `id` names: a whole id, an unambiguous beginning, or `latest`. */
export async function findRunRow(store: Store, id: string): Promise<RunRow | Refusal> {
  const rows = id === 'latest' ? await store.listRuns({ limit: 1 }) : await store.findRuns(id);
  const missing = refuse(
    'unknown_run',
    id === 'latest' ? 'no run is on record here' : `no run's id starts with "${id}"`,
    'see `countersign run list` for the ids; a person starts one with `countersign run start`',
  );
  return rowNamed(id, rows, missing, ({ status, title }) => `${status}  ${title}`);
}
