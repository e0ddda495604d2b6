import { openSeats } from '../model/awaited.js';
import { openContests } from '../model/contest.js';
import type { PeerCase, PeerRequest } from '../model/peer.js';
import type { Review, ReviewStatus } from '../model/review.js';

/** Stands for any agent of the line who comes forward; no name can be it. */
export const anybody = '*';
/** Stands for any person; no agent can be called so. */
export const anyPerson = 'human';

/** Stands for a worker: it calls an agent, or has called one. No name can be it. */
export const aWorker = '@worker';

/** Stands for the agents that seats were handed to. No name can be it. */
export const handedSeats = '@seats';

/** Who owes the next step of a review: an agent, a person, `anybody`, `anyPerson`, `aWorker` or `handedSeats`; null when nobody does. */
export function owedBy(review: Review): string | null {
  if (review.peer === null) return openSeats(review).length === 0 ? null : handedSeats;
  return debtor[review.status](review, review.peer);
}

type Debtor = (review: Review, peer: PeerCase) => string | null;

const nobody: Debtor = () => null;

const debtor: Readonly<Record<ReviewStatus, Debtor>> = {
  pending: reviewerOf,
  pending_re_review: reviewerOf,
  in_progress: reviewerOf,
  changes_requested: (review, { request }) => openContests(review)[0]?.judge ?? requesterOf(request),
  escalated: (review, { assignment }) =>
    isThirdSeat(review) ? (assignment?.reviewer ?? anyPerson) : (review.escalation?.assignee ?? anyPerson),
  approved: nobody,
  rejected: nobody,
  skipped: nobody,
  withdrawn: nobody,
};

/** Whether another opinion is awaited beside the question to a person, where both sides are unsure (SPEC 5.6). */
export function isThirdSeat({ status, peer, opinions }: Review): boolean {
  const assignment = peer?.assignment ?? null;
  if (status !== 'escalated' || assignment?.place !== 'third') return false;
  return !opinions.some(({ seat }) => seat.role === assignment.reviewer);
}

/** After a round that came to nothing a person looks at it. */
function reviewerOf({ decision }: Review, { assignment, offer }: PeerCase): string {
  if (offer !== null || assignment?.called === true) return aWorker;
  return assignment?.reviewer ?? (decision === null ? anybody : anyPerson);
}

/** A name that a token proved, or one that was only claimed, told apart. */
export function requesterOf({ by, proved }: Pick<PeerRequest, 'by' | 'proved'>): string {
  return proved ? by : `?${by}`;
}
