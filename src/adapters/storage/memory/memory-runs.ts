import type { RunFilter, RunRow } from '../../../application/ports/runs.js';
import type { Recorded, RunEvent } from '../../../domain/model/event.js';
import type { Run } from '../../../domain/model/run.js';
import { runDeadline } from '../../../domain/run/deadlines.js';
import { evolveRun } from '../../../domain/run/evolve.js';
import { waitingSince } from '../../../domain/run/waiting.js';

/** Runs of a store that ends with the process. */
export class MemoryRuns {
  readonly #runs = new Map<string, Run>();

  get(id: string): Run | undefined {
    return this.#runs.get(id);
  }

  set(run: Run): void {
    this.#runs.set(run.id, run);
  }

  /** Each event with the state after it. Throws `BrokenHistory` before anything was kept. */
  evolving(events: readonly Recorded<RunEvent>[]) {
    let run = this.#runs.get(events[0]?.stream.slice('run/'.length) ?? '');
    return events.map((event) => {
      run = evolveRun(run, event);
      return { event, run };
    });
  }

  list({ open, agent, waiting, limit = 50 }: RunFilter): readonly RunRow[] {
    const wanted = [...this.#runs.values()]
      .filter((run) => open !== true || run.stoppedAt === null)
      .filter((run) => agent === undefined || run.agents.includes(agent))
      .filter((run) => waiting !== true || waitingSince(run) !== null);
    const key = (run: Run) => (waiting === true ? (waitingSince(run) ?? 0) : -run.startedAt);
    return wanted
      .sort((a, b) => key(a) - key(b) || (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1))
      .slice(0, limit)
      .map(runRow);
  }

  find(prefix: string): readonly RunRow[] {
    return [...this.#runs.values()]
      .filter(({ id }) => id.toLowerCase().startsWith(prefix.toLowerCase()))
      .sort((a, b) => (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1))
      .slice(0, 10)
      .map(runRow);
  }

  due(now: number, limit: number) {
    return [...this.#runs.values()]
      .flatMap((run) => {
        const dueAt = runDeadline(run)?.dueAt;
        return dueAt === undefined || dueAt > now ? [] : [{ id: run.id, dueAt }];
      })
      .sort((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit);
  }
}

function runRow(run: Run): RunRow {
  const { id, title, status, flagged, agents, startedBy, startedAt, stoppedAt } = run;
  return {
    ...{ id, title, status, flagged, agents, startedBy, startedAt, stoppedAt },
    cause: run.pause?.cause ?? null,
    cycles: run.cycles.length,
    issues: run.issues.length,
    waitingSince: waitingSince(run),
  };
}
