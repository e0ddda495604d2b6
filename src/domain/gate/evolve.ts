import { BrokenHistory } from '../model/broken-history.js';
import type { GateEvent, Recorded } from '../model/event.js';
import type { GateEnded, GateOpened, GateProduced, GateReviewed } from '../model/gate-event.js';
import type { Gate, GateIteration, GateStatus } from '../model/gate.js';

/** State after all events of one gate stream; undefined for an empty stream. */
export function foldGate(events: readonly Recorded<GateEvent>[]): Gate | undefined {
  let gate: Gate | undefined;
  for (const event of events) gate = evolveGate(gate, event);
  return gate;
}

/** State after one more event. Throws `BrokenHistory` when the event cannot follow. */
export function evolveGate(gate: Gate | undefined, recorded: Recorded<GateEvent>): Gate {
  const event = { type: recorded.type, data: recorded.data } as GateEvent;
  if (event.type === 'gate_opened') {
    if (gate !== undefined) throw new BrokenHistory(`${recorded.stream}: opened twice`);
    return opened(recorded, event.data);
  }
  if (gate === undefined) throw new BrokenHistory(`${recorded.stream}: ${event.type} before gate_opened`);
  const { at } = recorded;
  switch (event.type) {
    case 'gate_resumed':
      return { ...gate, status: 'coding', leaseUntil: event.data.leaseUntil };
    case 'gate_produced':
      return produced(gate, event.data, at);
    case 'gate_reviewed':
      return reviewed(gate, event.data, at);
    case 'gate_edit_kept':
      return { ...gate, edits: [...gate.edits, { digest: event.data.digest, at }] };
    case 'gate_ended':
      return ended(gate, event.data, at);
    case 'gate_person_decided': {
      const { outcome, person, note, iterations } = event.data;
      const after = { ...gate, waitingSince: null, personDecision: { person, note, at } };
      if (outcome === 'more')
        return {
          ...after,
          status: 'ready',
          extended: gate.extended + (iterations ?? 0),
          since: gate.iterations.length,
        };
      const locked = outcome === 'go' ? lastArtifact(gate) : null;
      return { ...after, status: outcome, locked, endedAt: at };
    }
    case 'attempt_refused':
      return gate;
  }
}

function opened(recorded: Recorded<GateEvent>, { leaseUntil, ...data }: GateOpened): Gate {
  return {
    ...data,
    id: recorded.stream.slice('gate/'.length),
    status: 'coding',
    iterations: [],
    extended: 0,
    since: 0,
    locked: null,
    edits: [],
    reason: null,
    why: null,
    startedBy: recorded.actor,
    startedAt: recorded.at,
    endedAt: null,
    leaseUntil,
    waitingSince: null,
    personDecision: null,
  };
}

function produced(gate: Gate, { artifact, failure, edit, leaseUntil }: GateProduced, at: number): Gate {
  const iteration: GateIteration = {
    iteration: gate.iterations.length + 1,
    artifact,
    failure: failure ?? null,
    edit: edit ?? null,
    review: null,
    decision: null,
    at,
  };
  return { ...gate, status: 'reviewing', leaseUntil, iterations: [...gate.iterations, iteration] };
}

function reviewed(gate: Gate, { review, decision, leaseUntil }: GateReviewed, at: number): Gate {
  const last = gate.iterations.at(-1);
  if (last?.decision !== null) throw new BrokenHistory(`gate ${gate.id}: a review without an artifact`);
  const iterations = [...gate.iterations.slice(0, -1), { ...last, review, decision, at }];
  return { ...gate, status: 'coding', leaseUntil, iterations };
}

function ended(gate: Gate, { status, reason, why }: GateEnded, at: number): Gate {
  const waits = status === 'waiting';
  return {
    ...gate,
    ...{ status, reason, why },
    locked: status === 'go' ? lastArtifact(gate) : null,
    leaseUntil: null,
    waitingSince: waits ? at : null,
    endedAt: waits ? null : at,
  };
}

/** The newest artifact there is. */
export function lastArtifact({ iterations }: Pick<Gate, 'iterations'>): string | null {
  return iterations.findLast(({ artifact }) => artifact !== null)?.artifact ?? null;
}

const atWork: readonly GateStatus[] = ['coding', 'reviewing'];

/** Of a gate that keeps another of its task or its artifact from beginning: somebody works on it, or a person was asked about it. */
export const openStatuses: readonly GateStatus[] = [...atWork, 'waiting'];

/** Whether somebody begins to work with it: there is one at a time for a task, and one for an artifact. */
export function beginsWork({ type }: { readonly type: string }): boolean {
  return type === 'gate_opened' || type === 'gate_resumed';
}

/** Whether somebody works on it, or is believed to. */
export function isAtWork({ status }: Pick<Gate, 'status'>): boolean {
  return atWork.includes(status);
}

/** When a gate whose process ended without a word is handed to a person, epoch milliseconds; null while nobody works on it. */
export function gateDue(gate: Gate): number | null {
  return isAtWork(gate) ? gate.leaseUntil : null;
}
