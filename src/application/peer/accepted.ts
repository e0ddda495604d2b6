import type { Digest } from '../../domain/findings/fingerprint.js';
import { after } from '../../domain/lifecycle/after.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Opinion, Verified } from '../../domain/model/opinion.js';
import type { Review } from '../../domain/model/review.js';
import { concluded } from './conclude.js';
import type { People } from './roster.js';
import { secondSeat } from './second-seat.js';

/** An opinion that nothing stands against. */
export interface Given {
  readonly opinion: Opinion;
  readonly by: string;
  readonly nonceDigest: string;
  /** What it says of findings of earlier rounds. */
  readonly verified: readonly Verified[];
  readonly judgements: readonly ReviewEvent[];
}

interface Surroundings {
  readonly everybody: People;
  readonly digest: Digest;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The opinion with what it says of earlier findings, then another seat or the decision. */
export function accepted(
  review: Review,
  given: Given,
  { everybody, digest, now }: Surroundings,
): readonly ReviewEvent[] {
  const { opinion, by, nonceDigest, verified, judgements } = given;
  const events: readonly ReviewEvent[] = [
    { type: 'opinion_submitted', data: { opinion, by, nonceDigest } },
    ...verified.map(({ finding, outcome }): ReviewEvent => ({
      type: 'finding_verified',
      data: { findingId: finding, outcome, by },
    })),
    ...judgements,
  ];
  const state = after(review, events, now);
  // The person who was asked sees it with the others.
  if (state.status === 'escalated') return events;
  const second = secondSeat(state, everybody, digest);
  return [...events, ...(second === undefined ? concluded(state, digest, now, everybody) : [second])];
}
