import { beginsWork } from '../../../domain/gate/evolve.js';
import type { JournalEvent, Recorded } from '../../../domain/model/event.js';
import { selectOpenBeside } from '../read-models/project-gate.js';
import type { Projection } from '../read-models/projection.js';
import { selectRequest } from '../read-models/reviews.js';
import type { Transaction } from '../sqlite/database.js';

/** Whether another review was opened under the same key of the same principal, or another gate is open where one begins. */
export function isTaken(
  transaction: Transaction,
  events: readonly Recorded<JournalEvent>[],
  { reviews: [review], gates: [gate] }: Projection,
): boolean {
  if (gate !== undefined) return events.some(beginsWork) && transaction.all(selectOpenBeside(gate)).length > 0;
  const { requested_by: by = null, request_key: key = null } = events[0]?.version === 1 ? (review ?? {}) : {};
  return by !== null && key !== null && transaction.all(selectRequest(by, key)).length > 0;
}
