import type { Review } from '../../domain/model/review.js';
import type { Waiting } from '../application.js';
import type { Store } from '../ports/store.js';
import { loadReview } from './find-review.js';

/** What waits for a person, the oldest first, each with the reasons that brought it there. */
export async function inbox(store: Store, limit: number): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = [];
  for (const row of await store.listWaiting(limit)) {
    const { review } = await loadReview(store, row.id);
    waiting.push({ review: row, reasons: reasonsOf(review) });
  }
  return waiting;
}

function reasonsOf({ escalation, decision }: Review): readonly string[] {
  const open = (decision?.rules ?? []).filter(({ result }) => result === 'unsatisfied' || result === 'error');
  const byHand = escalation === null ? [] : [`${escalation.by}: ${escalation.reason}`];
  return [...byHand, ...open.map(({ id, reason }) => `${id}: ${reason}`)];
}
