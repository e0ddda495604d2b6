import { foldAgent } from '../../../domain/identity/agent.js';
import { fold } from '../../../domain/lifecycle/evolve.js';
import { isOfAgent, isOfReview, type JournalEvent, type Recorded } from '../../../domain/model/event.js';
import type { Review } from '../../../domain/model/review.js';
import { agentRecords } from './agents.js';
import { nothing, project, type Projection } from './projection.js';

/** What stands before the events to be projected. */
export interface Earlier {
  /** The folded review, where it is at hand. */
  readonly review?: Review | undefined;
  /** Reads the stream; called only when its state is needed and not at hand. */
  readonly history: () => readonly Recorded<JournalEvent>[];
}

/** What events of one stream do to the read models, whatever the stream holds. `review` is set for a review's stream. */
export function projectStream(
  events: readonly Recorded<JournalEvent>[],
  earlier: Earlier,
): { readonly review: Review | undefined; readonly projection: Projection } {
  if (events.every(isOfReview)) {
    return project(earlier.review ?? fold(earlier.history().filter(isOfReview)), events);
  }
  const before = foldAgent(earlier.history().filter(isOfAgent));
  return { review: undefined, projection: { ...nothing, agents: agentRecords(before, events.filter(isOfAgent)) } };
}
