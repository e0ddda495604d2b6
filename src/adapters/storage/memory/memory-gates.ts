import type { GateFilter, GateRow } from '../../../application/ports/gates.js';
import { beginsWork, evolveGate, gateDue, openStatuses } from '../../../domain/gate/evolve.js';
import type { GateEvent } from '../../../domain/model/event.js';
import type { Gate } from '../../../domain/model/gate.js';
import { byId, MemoryStates } from './memory-states.js';

/** Gates of a store that ends with the process. */
export class MemoryGates extends MemoryStates<GateEvent, Gate> {
  constructor() {
    super({ evolve: evolveGate, dueAt: gateDue });
  }

  /** Whether work begins while another gate of the task or of the artifact is open. */
  isTaken(steps: ReturnType<MemoryGates['evolving']>): boolean {
    const begun = steps.find(({ event }) => beginsWork(event))?.state;
    if (begun === undefined) return false;
    const { id, task, artifactPath } = begun;
    return this.all()
      .filter((other) => other.id !== id && openStatuses.includes(other.status))
      .some((other) => other.task === task || (artifactPath !== null && other.artifactPath === artifactPath));
  }

  list({ task, status, waiting, limit = 50 }: GateFilter): readonly GateRow[] {
    const key = (gate: Gate) => (waiting === true ? (gate.waitingSince ?? 0) : -gate.startedAt);
    return this.all()
      .filter((gate) => task === undefined || gate.task === task)
      .filter((gate) => status === undefined || status.includes(gate.status))
      .filter((gate) => waiting !== true || gate.waitingSince !== null)
      .sort((a, b) => key(a) - key(b) || byId(a, b))
      .slice(0, limit)
      .map(gateRow);
  }

  find(prefix: string): readonly GateRow[] {
    return this.startingWith(prefix).map(gateRow);
  }
}

function gateRow(gate: Gate): GateRow {
  const { id, task, workflow, status, reason, coder, reviewer, artifactPath, locked } = gate;
  const { startedBy, startedAt, endedAt, waitingSince } = gate;
  return {
    ...{ id, task, workflow, status, reason, coder, reviewer, artifactPath, locked },
    ...{ startedBy, startedAt, endedAt, waitingSince },
    iterations: gate.iterations.length,
  };
}
