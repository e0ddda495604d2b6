import type { Review } from '../../domain/model/review.js';
import type { Waiting } from '../application.js';
import type { Store } from '../ports/store.js';
import { loadReview } from './find-review.js';
import { questionOf } from './question.js';

/**
 * What waits for a person, the earliest deadline first, each with the reasons that brought it there, and the question where
 * there is one. What is recommended is counted anew, over the decisions of whoever is asked.
 */
export async function inbox(store: Store, limit: number, person?: string): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = [];
  for (const row of await store.listWaiting(limit)) {
    const { review } = await loadReview(store, row.id);
    const question = review.status === 'escalated' ? await questionOf(store, review, person) : null;
    const title = review.peer?.request.title ?? null;
    waiting.push({ review: row, title, reasons: reasonsOf(review), question });
  }
  return waiting;
}

function reasonsOf({ escalation, decision }: Review): readonly string[] {
  const open = (decision?.rules ?? []).filter(({ result }) => result === 'unsatisfied' || result === 'error');
  const byHand = escalation === null ? [] : [`${escalation.by}: ${escalation.reason}`];
  return [...byHand, ...open.map(({ id, reason }) => `${id}: ${reason}`)];
}
