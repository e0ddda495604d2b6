import { foldGate, gateDue } from '../../domain/gate/evolve.js';
import { BrokenHistory } from '../../domain/model/broken-history.js';
import type { GateEvent } from '../../domain/model/event.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import type { Ticked } from './ticked.js';

interface On {
  readonly store: Store;
  readonly clock: Clock;
}

/** Gates looked up at once. */
const batch = 50;

/** As `tick`, for gates whose process ended without a word: they go to a person, so that none is stuck. */
export async function tickGates(on: On): Promise<Ticked> {
  const now = on.clock.now();
  const seen = new Set<string>();
  const broken: string[] = [];
  let fired = 0;
  for (;;) {
    const due = (await on.store.dueGates(now, batch + seen.size)).filter(({ id }) => !seen.has(id));
    if (due.length === 0) return { fired, broken };
    for (const { id } of due) {
      seen.add(id);
      try {
        fired += await fireDue(on, id, now);
      } catch (error) {
        if (!(error instanceof BrokenHistory)) throw error;
        broken.push(id);
      }
    }
  }
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
