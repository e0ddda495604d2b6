import type { PauseCause, Run, RunStatus } from '../../domain/model/run.js';

/** A row of the list of runs. */
export interface RunRow extends Pick<
  Run,
  'id' | 'title' | 'flagged' | 'agents' | 'startedBy' | 'startedAt' | 'stoppedAt'
> {
  readonly status: RunStatus;
  /** Why it is paused. */
  readonly cause: PauseCause | null;
  readonly cycles: number;
  readonly issues: number;
  /** Since when a person is waited for, epoch milliseconds; null when nobody is. */
  readonly waitingSince: number | null;
}

export interface RunFilter {
  /** Only those that were not stopped. */
  readonly open?: boolean;
  /** Only those of this agent. */
  readonly agent?: string;
  /** Only those that wait for a person, the longest waiting first. */
  readonly waiting?: boolean;
  /** Default 50. */
  readonly limit?: number;
}

/** Questions about runs. */
export interface RunReadModels {
  /** The one started last comes first. */
  listRuns(filter?: RunFilter): Promise<readonly RunRow[]>;
  /** Runs whose id starts with `prefix`, at most 10. */
  findRuns(prefix: string): Promise<readonly RunRow[]>;
  /** Runs of which something is due at or before `now`, the earliest first. */
  dueRuns(now: number, limit: number): Promise<readonly { readonly id: string; readonly dueAt: number }[]>;
}
