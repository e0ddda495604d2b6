import { evolveGate } from '../../domain/gate/evolve.js';
import { isOfGate, isOfRun, type GateEvent, type Recorded, type RunEvent } from '../../domain/model/event.js';
import type { Gate } from '../../domain/model/gate.js';
import type { Run } from '../../domain/model/run.js';
import { decide as decideCycle } from '../../domain/protocols/four-rules/decide.js';
import { decide as decideGate } from '../../domain/protocols/gate/decide.js';
import { evolveRun } from '../../domain/run/evolve.js';
import { canonicalJson } from '../canonical.js';
import { gateStep } from '../gate/step.js';

const facts: readonly string[] = ['interrupted', 'rejected_before'];

interface Difference {
  readonly id: string;
  readonly recorded: string;
  readonly replayed: string;
}

/** Decides the cycles of runs and the iterations of gates again, event by event. */
export class OtherDecisions {
  readonly #runs = new Map<string, Run>();
  readonly #gates = new Map<string, Gate>();
  readonly #decidedRuns = new Set<string>();
  readonly #decidedGates = new Set<string>();

  /** Runs with a decision so far. */
  get runs(): number {
    return this.#decidedRuns.size;
  }

  get gates(): number {
    return this.#decidedGates.size;
  }

  /** What the event says otherwise than the rules. */
  next(recorded: Recorded<RunEvent> | Recorded<GateEvent>): readonly Difference[] {
    if (isOfRun(recorded)) return this.#ofRun(recorded);
    return isOfGate(recorded) ? this.#ofGate(recorded) : [];
  }

  #ofRun(recorded: Recorded<RunEvent>): readonly Difference[] {
    const before = this.#runs.get(recorded.stream);
    this.#runs.set(recorded.stream, evolveRun(before, recorded));
    const event = { type: recorded.type, data: recorded.data } as RunEvent;
    if (event.type !== 'cycle_decided') return [];
    const { cycle: number, decision } = event.data;
    const cycle = before?.cycles.find((each) => each.number === number);
    if (before === undefined || cycle === undefined) return [];
    this.#decidedRuns.add(before.id);
    return difference(before.id, decision, decideCycle(cycle));
  }

  #ofGate(recorded: Recorded<GateEvent>): readonly Difference[] {
    const before = this.#gates.get(recorded.stream);
    this.#gates.set(recorded.stream, evolveGate(before, recorded));
    const event = { type: recorded.type, data: recorded.data } as GateEvent;
    if (before === undefined) return [];
    if (event.type === 'gate_reviewed') {
      this.#decidedGates.add(before.id);
      const { review, decision } = event.data;
      const { conditions, ...said } = review;
      return difference(before.id, decision, decideGate(said, conditions));
    }
    // An interruption is a fact, and so is what a person rejected in another gate: no decision on this one.
    if (event.type !== 'gate_ended' || facts.includes(event.data.reason)) return [];
    const step = gateStep(before);
    return difference(before.id, event.data, step.do === 'end' ? step.as : step);
  }
}

function difference(id: string, was: object, is: object): readonly Difference[] {
  const [recorded, replayed] = [canonicalJson(was), canonicalJson(is)];
  return recorded === replayed ? [] : [{ id, recorded, replayed }];
}
