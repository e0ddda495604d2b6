import { refuse, type Refusal } from '../../model/refusal.js';
import type { Review } from '../../model/review.js';
import { notAmongPeers, notTheReviewer } from '../assignment/may-review.js';
import { isThirdSeat } from '../owed.js';
import { notNow } from './state.js';

/** How an answer came in. */
export interface Channel {
  /** Whom a token proved. */
  readonly reviewer: string;
  readonly nonceDigest: string;
  /** Tree that the answer says it is about. */
  readonly headTree: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

const again = 'call `start_review` and use the nonce that it returns';

/** An answer that was given before, or to a start that another replaced. */
export function spentNonce({ id, peer, status }: Review, nonceDigest: string): Refusal | undefined {
  if (peer?.spentNonces.includes(nonceDigest) !== true) return undefined;
  const isOwed = isAnswerable(status);
  return refuse(
    'nonce_spent',
    `the nonce was used or replaced: an answer to review ${id} can't be given twice`,
    isOwed ? again : `nothing more is to be answered: the review is ${status.replaceAll('_', ' ')}`,
  );
}

/** Whether a round is open in which somebody owes an opinion. */
export function isAnswerable(status: Review['status']): boolean {
  return answerable.includes(status);
}

const answerable: readonly Review['status'][] = ['pending', 'pending_re_review', 'in_progress'];

/**
 * Why an answer did not come through the channel that was opened for it (SPEC 2, rule 11): another's, a nonce that was spent
 * or never given, a lease that ended, content that has changed since.
 */
export function notFromChannel(review: Review, channel: Channel): Refusal | undefined {
  const { id, peer, status, leaseUntil } = review;
  const { reviewer, nonceDigest, headTree, now } = channel;
  if (peer === null) return notAmongPeers(id);
  const spent = spentNonce(review, nonceDigest);
  if (spent !== undefined) return spent;
  if (peer.assignment?.reviewer !== reviewer) return notTheReviewer(review, reviewer);
  if (status !== 'in_progress' && !isThirdSeat(review)) return notNow(review, 'answered');
  if (peer.nonceDigest !== nonceDigest)
    return refuse('nonce_wrong', `the nonce is not the one that was given for review ${id}`, again);
  const elsewhere = ofOtherContent(review, headTree);
  if (elsewhere !== undefined) return elsewhere;
  if (leaseUntil !== null && leaseUntil < now)
    return refuse('lease_ended', `the lease on review ${id} ended at ${new Date(leaseUntil).toISOString()}`, again);
  return undefined;
}

/** An answer for content that is not, or no longer, under review (SPEC 2, rule 3). */
export function ofOtherContent({ id, change }: Review, headTree: string): Refusal | undefined {
  if (headTree === change.headTree) return undefined;
  return refuse(
    'content_changed',
    `the answer is about tree ${headTree}, and review ${id} is about ${change.headTree}`,
    'call `start_review` again, read what changed and answer for that',
  );
}
