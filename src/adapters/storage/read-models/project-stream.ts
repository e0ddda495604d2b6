import { foldAgent } from '../../../domain/identity/agent.js';
import { fold } from '../../../domain/lifecycle/evolve.js';
import {
  isOfAgent,
  isOfGate,
  isOfPattern,
  isOfReview,
  isOfRun,
  isOfTask,
  type JournalEvent,
  type PatternEvent,
  type Recorded,
} from '../../../domain/model/event.js';
import { foldGate } from '../../../domain/gate/evolve.js';
import { foldRun } from '../../../domain/run/evolve.js';
import { foldTask } from '../../../domain/task/evolve.js';
import { foldPattern } from '../../../domain/patterns/evolve.js';
import { notificationForPattern } from '../../../domain/notification/notification-for-pattern.js';
import { agentRecords } from './project-agent.js';
import { projectGate } from './project-gate.js';
import { notificationRecords } from './notification-record.js';
import { nothing, project, type Numbered, type Projection } from './projection.js';
import { projectRun } from './project-run.js';
import { projectTask } from './project-task.js';

/** What stands before the events to be projected. */
export interface Earlier {
  /** The folded review, where it is at hand. */
  readonly standing?: Numbered | undefined;
  /** Reads the stream; called only when its state is needed and not at hand. */
  readonly history: () => readonly Recorded<JournalEvent>[];
}

/** What events of one stream do to the read models, whatever the stream holds. `standing` is set for a review's stream. */
export function projectStream(
  events: readonly Recorded<JournalEvent>[],
  earlier: Earlier,
): { readonly standing: Numbered | undefined; readonly projection: Projection } {
  if (events.every(isOfReview)) {
    return project(earlier.standing ?? standingAfter(earlier.history().filter(isOfReview)), events);
  }
  if (events.every(isOfRun)) {
    const before = foldRun(earlier.history().filter(isOfRun));
    return { standing: undefined, projection: { ...nothing, ...projectRun(before, events) } };
  }
  if (events.every(isOfGate)) {
    const before = foldGate(earlier.history().filter(isOfGate));
    return { standing: undefined, projection: { ...nothing, ...projectGate(before, events) } };
  }
  if (events.every(isOfTask)) {
    const before = foldTask(earlier.history().filter(isOfTask));
    return { standing: undefined, projection: { ...nothing, ...projectTask(before, events) } };
  }
  if (events.every(isOfPattern)) {
    // Its other rows are those of its reviews; what can't follow is refused all the same.
    const pattern = foldPattern([...earlier.history().filter(isOfPattern), ...events]);
    const of = (event: Recorded<PatternEvent>) =>
      notificationRecords(event, pattern?.id ?? '', notificationForPattern(event));
    return { standing: undefined, projection: { ...nothing, notifications: events.flatMap(of) } };
  }
  const before = foldAgent(earlier.history().filter(isOfAgent));
  return { standing: undefined, projection: { ...nothing, agents: agentRecords(before, events.filter(isOfAgent)) } };
}

function standingAfter(events: readonly Recorded[]): Numbered | undefined {
  const [first] = events;
  const review = fold(events);
  return first === undefined || review === undefined ? undefined : { number: first.position, review };
}
