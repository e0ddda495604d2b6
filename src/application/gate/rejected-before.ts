import type { GateEnded } from '../../domain/model/gate-event.js';
import { lastArtifact } from '../../domain/gate/evolve.js';
import type { Gate } from '../../domain/model/gate.js';
import type { Store } from '../ports/store.js';
import { loadGate } from './record.js';

/** Gates looked at: all there are. */
const every = 1_000_000;

/**
 * The end of a gate whose newest artifact is content that a person rejected in an earlier one, of whatever task: no agent takes a
 * person's NO_GO back, so no reviewer is asked. Undefined where nobody rejected it.
 */
export async function rejectedBefore(store: Store, gate: Gate): Promise<GateEnded | undefined> {
  const artifact = lastArtifact(gate);
  if (artifact === null) return undefined;
  for (const { id } of await store.listGates({ status: ['no_go'], limit: every })) {
    const { gate: earlier } = await loadGate(store, id);
    if (!earlier.iterations.some((each) => each.artifact === artifact)) continue;
    const { person = 'a person', note = '' } = earlier.personDecision ?? {};
    const why = `${person} rejected exactly this artifact in gate ${id}: ${note}`;
    return { status: 'waiting', reason: 'rejected_before', why };
  }
  return undefined;
}
