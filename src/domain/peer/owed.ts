import { openContests } from '../model/contest.js';
import type { PeerRequest } from '../model/peer.js';
import type { Review } from '../model/review.js';

/** Stands for any agent of the line who comes forward; no name can be it. */
export const anybody = '*';
/** Stands for any person; no agent can be called so. */
export const anyPerson = 'human';

/** Who owes the next step of a review among peers: an agent, a person, `anybody` or `anyPerson`; null when nobody does. */
export function owedBy(review: Review): string | null {
  const { peer, status, decision, escalation } = review;
  if (peer === null) return null;
  switch (status) {
    case 'pending':
    case 'pending_re_review':
    case 'in_progress':
      if (peer.assignment !== null) return peer.assignment.reviewer;
      return decision === null ? anybody : anyPerson;
    case 'changes_requested':
      return openContests(review)[0]?.judge ?? requesterOf(peer.request);
    case 'escalated':
      return escalation?.assignee ?? anyPerson;
    case 'approved':
    case 'rejected':
    case 'skipped':
    case 'withdrawn':
      return null;
  }
}

/** A name that a token proved, or one that was only claimed, told apart. */
export function requesterOf({ by, proved }: Pick<PeerRequest, 'by' | 'proved'>): string {
  return proved ? by : `?${by}`;
}
