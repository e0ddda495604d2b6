import { evolveGate, foldGate } from '../../domain/gate/evolve.js';
import type { GateEvent } from '../../domain/model/event.js';
import type { Gate } from '../../domain/model/gate.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { GateRow } from '../ports/gates.js';
import type { Store } from '../ports/store.js';
import { rowNamed } from '../queries/find-review.js';
import type { GateDependencies } from './dependencies.js';

const attempts = 20;

type On = Pick<GateDependencies, 'store' | 'clock'>;

/** Decides on the present state of a gate and records it, anew while others write first. */
export async function recordGate(
  on: On,
  id: string,
  actor: string,
  decide: (gate: Gate) => readonly GateEvent[] | Refusal,
): Promise<Gate | Refusal> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { gate, version } = await loadGate(on.store, id);
    const events = decide(gate);
    if (isRefusal(events)) return events;
    if (events.length === 0) return gate;
    const stream = `gate/${id}` as const;
    const appended = await on.store.append({ stream, expectedVersion: version, actor, at: on.clock.now(), events });
    if (appended.outcome === 'appended') return appended.events.reduce<Gate>(evolveGate, gate);
  }
  return refuse('busy', `gate ${id} is being changed by others`, 'try again');
}

/** The state of a gate that is known to exist. Throws when its stream is missing. */
export async function loadGate(store: Store, id: string): Promise<{ readonly gate: Gate; readonly version: number }> {
  const events = await store.readStream(`gate/${id}`);
  const gate = foldGate(events);
  if (gate === undefined) throw new Error(`gate ${id} is listed but its stream is empty: run \`countersign rebuild\``);
  return { gate, version: events.length };
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
