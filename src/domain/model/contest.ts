import type { Contest } from './peer.js';
import type { Review } from './review.js';

/** Contests that nobody has judged yet, the oldest first. */
export function openContests({ peer }: Pick<Review, 'peer'>): readonly Contest[] {
  return (peer?.contests ?? []).filter(({ judgement }) => judgement === null);
}
