import { evolveGate } from '../../domain/gate/evolve.js';
import {
  isOfGate,
  isOfRun,
  isOfTask,
  type GateEvent,
  type Recorded,
  type RunEvent,
  type TaskEvent,
} from '../../domain/model/event.js';
import type { Gate } from '../../domain/model/gate.js';
import type { Run } from '../../domain/model/run.js';
import type { Task } from '../../domain/model/task.js';
import { decide as decideCycle } from '../../domain/protocols/four-rules/decide.js';
import { decide as decideGate } from '../../domain/protocols/gate/decide.js';
import { decide as decideTask, decideUnreviewed } from '../../domain/protocols/task/decide.js';
import { evolveRun } from '../../domain/run/evolve.js';
import { evolveTask } from '../../domain/task/evolve.js';
import { canonicalJson } from '../canonical.js';
import { gateStep } from '../gate/step.js';

const facts: readonly string[] = ['interrupted', 'rejected_before'];

interface Difference {
  readonly id: string;
  readonly recorded: string;
  readonly replayed: string;
}

/** Decides the cycles of runs, the iterations of gates and the reviews of tasks again, event by event. */
export class OtherDecisions {
  readonly #runs = new Map<string, Run>();
  readonly #gates = new Map<string, Gate>();
  readonly #tasks = new Map<string, Task>();
  readonly #decidedRuns = new Set<string>();
  readonly #decidedGates = new Set<string>();
  readonly #decidedTasks = new Set<string>();

  /** Runs with a decision so far. */
  get runs(): number {
    return this.#decidedRuns.size;
  }

  get gates(): number {
    return this.#decidedGates.size;
  }

  get tasks(): number {
    return this.#decidedTasks.size;
  }

  /** What the event says otherwise than the rules. */
  next(recorded: Recorded<RunEvent> | Recorded<GateEvent> | Recorded<TaskEvent>): readonly Difference[] {
    if (isOfRun(recorded)) return this.#ofRun(recorded);
    if (isOfTask(recorded)) return this.#ofTask(recorded);
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

  #ofTask(recorded: Recorded<TaskEvent>): readonly Difference[] {
    const before = this.#tasks.get(recorded.stream);
    this.#tasks.set(recorded.stream, evolveTask(before, recorded));
    const event = { type: recorded.type, data: recorded.data } as TaskEvent;
    if (before === undefined) return [];
    switch (event.type) {
      case 'task_review_completed':
      case 'task_review_failed':
        this.#decidedTasks.add(before.id);
        return difference(before.id, event.data.decision, decideTask(event.data.said, before));
      case 'task_completed_unreviewed':
        this.#decidedTasks.add(before.id);
        return difference(before.id, event.data.decision, decideUnreviewed());
      default:
        return [];
    }
  }
}

function difference(id: string, was: object, is: object): readonly Difference[] {
  const [recorded, replayed] = [canonicalJson(was), canonicalJson(is)];
  return recorded === replayed ? [] : [{ id, recorded, replayed }];
}
