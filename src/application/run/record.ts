import type { RunEvent } from '../../domain/model/event.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Run } from '../../domain/model/run.js';
import { evolveRun } from '../../domain/run/evolve.js';
import { loadState, recordState } from '../kept-state.js';
import { rowNamed } from '../queries/find-review.js';
import type { Store } from '../ports/store.js';
import type { RunRow } from '../ports/runs.js';
import type { RunDependencies } from './dependencies.js';

const kept = { kind: 'run', stream: (id: string) => `run/${id}` as const, evolve: evolveRun };

/** Decides on the present state of a run and records it, anew while others write first. No events: nothing is recorded. */
export function recordRun(
  on: Pick<RunDependencies, 'store' | 'clock'>,
  id: string,
  actor: string,
  decide: (run: Run) => readonly RunEvent[] | Refusal,
): Promise<Run | Refusal> {
  return recordState(on, { kept, id, actor }, decide);
}

/** The state of a run that is known to exist. Throws when its stream is missing. */
export async function loadRun(store: Store, id: string): Promise<{ readonly run: Run; readonly version: number }> {
  const { state, version } = await loadState(store, kept, id);
  return { run: state, version };
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
