import { fold } from '../../src/domain/lifecycle/evolve.js';
import type { HandedSeat } from '../../src/domain/model/awaited.js';
import type { ReviewEvent, ReviewRequested, SeatsHandedOut } from '../../src/domain/model/event.js';
import type { PeerRequest, PeerTerms } from '../../src/domain/model/peer.js';
import type { Review } from '../../src/domain/model/review.js';
import { seatName } from '../../src/domain/model/seat.js';
import { recorded, requested } from './review.js';

export const minute = 60_000;
export const hour = 60 * minute;

/** The numbers of SPEC 5.4 and 5.6. */
export function peerTerms(over: Partial<PeerTerms> = {}): PeerTerms {
  return {
    startMinutes: 30,
    backupMinutes: 15,
    silentMinutes: 60,
    waitMinutes: 15,
    creatorMinutes: 24 * 60,
    targetMinutes: 15,
    warningHours: 8,
    escalation: {
      onDisputedRejection: true,
      maxRevisions: 3,
      maxOpenMinutes: 120,
      maxConfidenceGap: 40,
      minCriticalTypeConfidence: 90,
      humanTimeoutHours: 48,
    },
    line: [
      { place: 'primary', who: 'grace' },
      { place: 'backup', who: 'linus' },
      { place: 'escalate', who: 'human' },
    ],
    sameFamily: true,
    parallelReviewsMax: 3,
    reviewQueueMax: 5,
    blindFirstPass: true,
    carry: { identicalTree: true, rebase: true, messageOnly: true },
    ...over,
  };
}

export function peerRequest(over: Partial<PeerRequest> = {}): PeerRequest {
  return {
    by: 'ada',
    proved: true,
    context: 'context-of-ada',
    title: 'Parse dates',
    description: null,
    questions: [],
    confidence: null,
    scope: [],
    idempotencyKey: null,
    ...over,
  };
}

/** The request of a review among peers. */
export function peerRequested(
  peer: { readonly request?: Partial<PeerRequest>; readonly terms?: Partial<PeerTerms> } = {},
  over: Partial<ReviewRequested> = {},
): ReviewRequested {
  return requested({
    creator: 'ada',
    seats: [],
    peer: { request: peerRequest(peer.request), terms: peerTerms(peer.terms), precheck: [] },
    ...over,
  });
}

/** A review after events, each with the time (epoch milliseconds) at which it happened. */
export function peerReview(...history: readonly (readonly [at: number, event: ReviewEvent])[]): Review {
  const events = history.flatMap(([at, event], index) =>
    recorded('R', [event], at).map((each) => ({ ...each, position: index + 1, version: index + 1 })),
  );
  const review = fold(events);
  if (review === undefined) throw new Error('a review has at least one event');
  return review;
}

/** A seat of its own for each agent, in a round in which nobody else is asked. */
export function seatsHandedOut({
  agents = ['grace'],
  dueAt = hour,
}: {
  readonly agents?: readonly string[];
  readonly dueAt?: number;
}): SeatsHandedOut {
  const seats = agents.map((agent): HandedSeat => ({ seat: { role: 'reviewer', driver: 'mcp', agent }, agent, dueAt }));
  return {
    request: peerRequest(),
    terms: peerTerms(),
    material: { digest: 'm', gaps: [] },
    owed: seats.map(({ seat }) => seatName(seat)),
    seats,
  };
}
