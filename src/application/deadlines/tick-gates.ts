import { foldGate, gateDue } from '../../domain/gate/evolve.js';
import type { GateEvent } from '../../domain/model/event.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import { fireAll } from './fire-all.js';
import { fireDue } from './fire-due.js';
import type { Ticked } from './ticked.js';

const givenUp: GateEvent = {
  type: 'gate_ended',
  data: { status: 'waiting', reason: 'interrupted', why: 'whoever worked on it ended without a word' },
};

/** As `tick`, for gates whose process ended without a word: they go to a person, so that none is stuck. */
export function tickGates({ store, clock }: { readonly store: Store; readonly clock: Clock }): Promise<Ticked> {
  const now = clock.now();
  return fireAll(
    (limit) => store.dueGates(now, limit),
    (id) =>
      fireDue(store, { stream: `gate/${id}`, now }, (history) => {
        const gate = foldGate(history);
        const due = gate === undefined ? null : gateDue(gate);
        return due === null || due > now ? undefined : [givenUp];
      }),
  );
}
