import {
  isOfGate,
  isOfPattern,
  isOfRun,
  isOfTask,
  type JournalEvent,
  type PatternEvent,
  type Recorded,
} from '../../../domain/model/event.js';
import type { PatternSwitch } from '../../../domain/model/pattern.js';
import {
  gateSubject,
  patternSubject,
  runSubject,
  taskSubject,
  type Subject,
} from '../../../domain/notification/subject.js';
import { evolvePattern } from '../../../domain/patterns/evolve.js';
import { MemoryGates } from './memory-gates.js';
import type { MemoryOutbox } from './memory-outbox.js';
import { MemoryRuns } from './memory-runs.js';
import { MemoryTasks } from './memory-tasks.js';

/** What a store that ends with the process keeps beside reviews and agents. */
export class MemoryOthers {
  readonly runs = new MemoryRuns();
  readonly gates = new MemoryGates();
  readonly tasks = new MemoryTasks();
  readonly #patterns = new Map<string, PatternSwitch>();

  /** What follows from events of one stream; nothing is kept before `keep`. Throws `BrokenHistory`. */
  after(events: readonly Recorded<JournalEvent>[]) {
    const runs = this.runs.evolving(events.filter(isOfRun));
    const gates = this.gates.evolving(events.filter(isOfGate));
    const tasks = this.tasks.evolving(events.filter(isOfTask));
    const patterns = this.#patternsAfter(events.filter(isOfPattern));
    return {
      taken: this.gates.isTaken(gates),
      keep: (outbox: MemoryOutbox): void => {
        for (const pattern of patterns) this.#patterns.set(pattern.id, pattern);
        for (const event of events.filter(isOfPattern))
          outbox.recordPattern(event, event.stream.slice('pattern/'.length));
        for (const { event, state } of runs) {
          this.runs.set(state);
          outbox.recordRun(event, state);
        }
        for (const { event, state } of gates) {
          this.gates.set(state);
          outbox.recordGate(event, state);
        }
        for (const { event, state } of tasks) {
          this.tasks.set(state);
          outbox.recordTask(event, state);
        }
      },
    };
  }

  #patternsAfter(events: readonly Recorded<PatternEvent>[]): readonly PatternSwitch[] {
    const id = events[0]?.stream.slice('pattern/'.length) ?? '';
    const after = events.reduce<PatternSwitch | undefined>(evolvePattern, this.#patterns.get(id));
    return after === undefined ? [] : [after];
  }

  subject(id: string): Subject | undefined {
    const run = this.runs.get(id);
    if (run !== undefined) return runSubject(run);
    const gate = this.gates.get(id);
    if (gate !== undefined) return gateSubject(gate);
    const task = this.tasks.get(id);
    if (task !== undefined) return taskSubject(task);
    const pattern = this.#patterns.get(id);
    return pattern === undefined ? undefined : patternSubject(pattern);
  }
}
