import type { GateFilter, GateRow } from '../../../application/ports/gates.js';
import { beginsWork, evolveGate, gateDue, openStatuses } from '../../../domain/gate/evolve.js';
import type { GateEvent, Recorded } from '../../../domain/model/event.js';
import type { Gate } from '../../../domain/model/gate.js';

/** Gates of a store that ends with the process. */
export class MemoryGates {
  readonly #gates = new Map<string, Gate>();

  get(id: string): Gate | undefined {
    return this.#gates.get(id);
  }

  set(gate: Gate): void {
    this.#gates.set(gate.id, gate);
  }

  /** Each event with the state after it. Throws `BrokenHistory` before anything was kept. */
  evolving(events: readonly Recorded<GateEvent>[]) {
    let gate = this.#gates.get(events[0]?.stream.slice('gate/'.length) ?? '');
    return events.map((event) => {
      gate = evolveGate(gate, event);
      return { event, gate };
    });
  }

  /** Whether work begins while another gate of the task or of the artifact is open. */
  isTaken(steps: ReturnType<MemoryGates['evolving']>): boolean {
    const begun = steps.find(({ event }) => beginsWork(event))?.gate;
    if (begun === undefined) return false;
    const { id, task, artifactPath } = begun;
    return [...this.#gates.values()]
      .filter((other) => other.id !== id && openStatuses.includes(other.status))
      .some((other) => other.task === task || (artifactPath !== null && other.artifactPath === artifactPath));
  }

  list({ task, status, waiting, limit = 50 }: GateFilter): readonly GateRow[] {
    const key = (gate: Gate) => (waiting === true ? (gate.waitingSince ?? 0) : -gate.startedAt);
    return [...this.#gates.values()]
      .filter((gate) => task === undefined || gate.task === task)
      .filter((gate) => status === undefined || status.includes(gate.status))
      .filter((gate) => waiting !== true || gate.waitingSince !== null)
      .sort((a, b) => key(a) - key(b) || (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1))
      .slice(0, limit)
      .map(gateRow);
  }

  find(prefix: string): readonly GateRow[] {
    return [...this.#gates.values()]
      .filter(({ id }) => id.toLowerCase().startsWith(prefix.toLowerCase()))
      .sort((a, b) => (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1))
      .slice(0, 10)
      .map(gateRow);
  }

  due(now: number, limit: number) {
    return [...this.#gates.values()]
      .flatMap((gate) => {
        const dueAt = gateDue(gate);
        return dueAt === null || dueAt > now ? [] : [{ id: gate.id, dueAt }];
      })
      .sort((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit);
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
