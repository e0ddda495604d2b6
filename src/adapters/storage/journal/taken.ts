import { beginsWork } from '../../../domain/gate/evolve.js';
import type { Append } from '../../../application/ports/append.js';
import type { JournalEvent, JournalStream, Recorded } from '../../../domain/model/event.js';
import { selectOpenBeside } from '../read-models/project-gate.js';
import type { Projection } from '../read-models/projection.js';
import { selectRequest, selectStandingOn } from '../read-models/reviews.js';
import type { Transaction } from '../sqlite/database.js';

/** Whether another review was opened under the same key of the same principal, another one speaks where it is to be alone, or another gate is open where one begins. */
export function isTaken(
  transaction: Transaction,
  events: readonly Recorded<JournalEvent>[],
  { reviews: [review], gates: [gate] }: Projection,
  aloneOn: Append<JournalStream>['aloneOn'],
): boolean {
  if (gate !== undefined) return events.some(beginsWork) && transaction.all(selectOpenBeside(gate)).length > 0;
  if (aloneOn !== undefined && review !== undefined) {
    const { base, head } = aloneOn;
    if (transaction.all(selectStandingOn(base, head, review.id)).length > 0) return true;
  }
  const { requested_by: by = null, request_key: key = null } = events[0]?.version === 1 ? (review ?? {}) : {};
  return by !== null && key !== null && transaction.all(selectRequest(by, key)).length > 0;
}
