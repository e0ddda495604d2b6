import type { Gate } from '../../domain/model/gate.js';

/** A row of the list of gates. */
export interface GateRow extends Pick<
  Gate,
  | 'id'
  | 'task'
  | 'workflow'
  | 'status'
  | 'reason'
  | 'coder'
  | 'reviewer'
  | 'artifactPath'
  | 'locked'
  | 'startedBy'
  | 'startedAt'
  | 'endedAt'
  | 'waitingSince'
> {
  readonly iterations: number;
}

export interface GateFilter {
  readonly task?: string;
  /** Only those that stand so. */
  readonly status?: readonly Gate['status'][];
  /** Only those that wait for a person, the longest waiting first. */
  readonly waiting?: boolean;
  /** Default 50. */
  readonly limit?: number;
}

/** Questions about gates. */
export interface GateReadModels {
  /** The one opened last comes first. */
  listGates(filter?: GateFilter): Promise<readonly GateRow[]>;
  /** Gates whose id starts with `prefix`, at most 10. */
  findGates(prefix: string): Promise<readonly GateRow[]>;
  /** Gates of which something is due at or before `now`, the earliest first. */
  dueGates(now: number, limit: number): Promise<readonly { readonly id: string; readonly dueAt: number }[]>;
}
