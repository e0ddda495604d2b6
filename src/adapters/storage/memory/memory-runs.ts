import type { RunFilter, RunRow } from '../../../application/ports/runs.js';
import type { RunEvent } from '../../../domain/model/event.js';
import type { Run } from '../../../domain/model/run.js';
import { runDeadline } from '../../../domain/run/deadlines.js';
import { evolveRun } from '../../../domain/run/evolve.js';
import { waitingSince } from '../../../domain/run/waiting.js';
import { byId, MemoryStates } from './memory-states.js';

/** Runs of a store that ends with the process. */
export class MemoryRuns extends MemoryStates<RunEvent, Run> {
  constructor() {
    super({ evolve: evolveRun, dueAt: (run) => runDeadline(run)?.dueAt ?? null });
  }

  list({ open, agent, waiting, limit = 50 }: RunFilter): readonly RunRow[] {
    const wanted = this.all()
      .filter((run) => open !== true || run.stoppedAt === null)
      .filter((run) => agent === undefined || run.agents.includes(agent))
      .filter((run) => waiting !== true || waitingSince(run) !== null);
    const key = (run: Run) => (waiting === true ? (waitingSince(run) ?? 0) : -run.startedAt);
    return wanted
      .sort((a, b) => key(a) - key(b) || byId(a, b))
      .slice(0, limit)
      .map(runRow);
  }

  find(prefix: string): readonly RunRow[] {
    return this.startingWith(prefix).map(runRow);
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
