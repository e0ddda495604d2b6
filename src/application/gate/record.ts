import { evolveGate } from '../../domain/gate/evolve.js';
import type { GateEvent } from '../../domain/model/event.js';
import type { Gate } from '../../domain/model/gate.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { loadState, recordState } from '../kept-state.js';
import type { GateRow } from '../ports/gates.js';
import type { Store } from '../ports/store.js';
import { rowNamed } from '../queries/find-review.js';
import type { GateDependencies } from './dependencies.js';

const kept = { kind: 'gate', stream: (id: string) => `gate/${id}` as const, evolve: evolveGate };

/** Decides on the present state of a gate and records it, anew while others write first. */
export function recordGate(
  on: Pick<GateDependencies, 'store' | 'clock'>,
  id: string,
  actor: string,
  decide: (gate: Gate) => readonly GateEvent[] | Refusal,
): Promise<Gate | Refusal> {
  return recordState(on, { kept, id, actor }, decide);
}

/** The state of a gate that is known to exist. Throws when its stream is missing. */
export async function loadGate(store: Store, id: string): Promise<{ readonly gate: Gate; readonly version: number }> {
  const { state, version } = await loadState(store, kept, id);
  return { gate: state, version };
}

/** The row that `id` names: a task, whose latest gate it is; a whole id; an unambiguous beginning; or `latest`. */
export async function findGateRow(store: Store, id: string): Promise<GateRow | Refusal> {
  const [ofTask] = await store.listGates(id === 'latest' ? { limit: 1 } : { task: id, limit: 1 });
  if (ofTask !== undefined) return ofTask;
  const missing = refuse(
    'unknown_gate',
    id === 'latest' ? 'no gate is on record here' : `there is no gate of a task "${id}", and no gate's id starts so`,
    'see `countersign gate list`; `countersign gate run` makes one',
  );
  return rowNamed(id, await store.findGates(id), missing, ({ status, task }) => `${status}  ${task}`);
}
