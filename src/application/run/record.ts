import { addsToRecord } from '../../domain/identity/attempts.js';
import type { AttemptRefused, Recorded, RunEvent } from '../../domain/model/event.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Run } from '../../domain/model/run.js';
import { evolveRun, foldRun } from '../../domain/run/evolve.js';
import { ambiguousId } from '../queries/find-review.js';
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
  const exact = rows.find((row) => row.id.toLowerCase() === id.toLowerCase());
  const [first, second] = rows;
  if (exact !== undefined) return exact;
  if (first === undefined)
    return refuse(
      'unknown_run',
      id === 'latest' ? 'no run is on record here' : `no run's id starts with "${id}"`,
      'see `countersign run list` for the ids; a person starts one with `countersign run start`',
    );
  return second === undefined
    ? first
    : ambiguousId(
        id,
        rows.map((row) => `${row.id}  ${row.status}  ${row.title}`),
      );
}

/** Keeps on record that somebody tried what they may not (SPEC 5.1). Returns the refusal. */
export async function refusedOnRun(
  on: On,
  id: string,
  refusal: Refusal,
  { verb, actor }: Pick<AttemptRefused, 'verb' | 'actor'>,
): Promise<Refusal> {
  const data: AttemptRefused = { verb, actor, code: refusal.code };
  const stream = `run/${id}` as const;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const history = await on.store.readStream(stream);
    const at = on.clock.now();
    if (!addsToRecord(history, data, at)) return refusal;
    const events: readonly RunEvent[] = [{ type: 'attempt_refused', data }];
    const appended = await on.store.append({ stream, expectedVersion: history.length, actor, at, events });
    if (appended.outcome === 'appended') return refusal;
  }
  throw new Error(`a refused attempt on run ${id} was not recorded: others kept writing to it`);
}
