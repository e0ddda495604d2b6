import { foldGate, gateDue } from '../../domain/gate/evolve.js';
import type { GateEvent } from '../../domain/model/event.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import { fireAll } from './fire-all.js';
import type { Ticked } from './ticked.js';

interface On {
  readonly store: Store;
  readonly clock: Clock;
}

/** As `tick`, for gates whose process ended without a word: they go to a person, so that none is stuck. */
export function tickGates(on: On): Promise<Ticked> {
  const now = on.clock.now();
  return fireAll(
    (limit) => on.store.dueGates(now, limit),
    (id) => fireDue(on, id, now),
  );
}

const event: GateEvent = {
  type: 'gate_ended',
  data: { status: 'waiting', reason: 'interrupted', why: 'whoever worked on it ended without a word' },
};

/** Whoever loses the race looks again. */
async function fireDue({ store }: On, id: string, now: number): Promise<number> {
  const stream = `gate/${id}` as const;
  for (;;) {
    const history = await store.readStream(stream);
    const gate = foldGate(history);
    const due = gate === undefined ? null : gateDue(gate);
    if (due === null || due > now) return 0;
    const expectedVersion = history.length;
    const appended = await store.append({ stream, expectedVersion, actor: 'countersign', at: now, events: [event] });
    if (appended.outcome === 'appended') return 1;
  }
}
