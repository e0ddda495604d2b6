import type { Digest } from '../../domain/findings/fingerprint.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import { interrupted } from '../decide.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';

/**
 * Ends the reviews whose process died: their lease has passed, so they are recorded as inconclusive. Safe to call from
 * any number of processes at once, since the stream's version lets only one of them write. Returns how many it ended.
 */
export async function sweepInterrupted(store: Store, clock: Clock, digest: Digest): Promise<number> {
  const now = clock.now();
  const overdue = await store.listReviews({ status: ['in_progress'], leaseEndedBefore: now });
  let ended = 0;
  for (const { id } of overdue) {
    const events = await store.readStream(`review/${id}`);
    const review = fold(events);
    // Among peers another reviewer takes over: their deadlines are applied with all others.
    if (review?.peer !== null && review?.peer !== undefined) continue;
    if (review?.status !== 'in_progress' || (review.leaseUntil ?? now) >= now) continue;
    const appended = await store.append({
      stream: `review/${id}`,
      expectedVersion: events.length,
      actor: 'countersign',
      at: now,
      events: [{ type: 'review_interrupted', data: interrupted(review, digest) }],
    });
    if (appended.outcome === 'appended') ended += 1;
  }
  return ended;
}
