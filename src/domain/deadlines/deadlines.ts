import { openSeats } from '../model/awaited.js';
import { openClaim } from '../model/claim.js';
import { openContests } from '../model/contest.js';
import type { Deadline, DeadlineKind, PeerCase } from '../model/peer.js';
import type { Review } from '../model/review.js';

const minute = 60_000;
const hour = 60 * minute;
/** Of a fix loop that does not say how long its author may take. */
const minutesOfStep = 60;

/** Of two that are due at the same moment the earlier of this list fires first. */
const order: readonly DeadlineKind[] = [
  'start_reminder',
  'start_backup',
  'claim_ended',
  'reviewer_silent',
  'assignment_wait',
  'judge_silent',
  'creator_silent',
  'review_open_too_long',
  'escalation_warning',
  'escalation_expired',
  'seats_due',
  'fix_silent',
  'lease_ended',
];

/** Everything that will still happen to a review by itself, the earliest first: a function of its journal alone. */
export function deadlines(review: Review): readonly Deadline[] {
  return pending(review)
    .filter(({ kind }) => review.peer?.fired.includes(kind) !== true)
    .sort((a, b) => a.dueAt - b.dueAt || order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Epoch milliseconds at which the next one falls due; null when a review waits for nothing. */
export function nextDue(review: Review): number | null {
  return deadlines(review)[0]?.dueAt ?? null;
}

function pending(review: Review): Deadline[] {
  const { peer, status } = review;
  if (peer === null) return [...ofSeats(review), ...ofLease(review), ...ofFix(review), ...ofEscalation(review, 0)];
  switch (status) {
    case 'pending':
    case 'pending_re_review':
      return [...ofAssignment(review, peer), ...ofJudges(review), ...ofOpenReview(peer)];
    case 'in_progress':
      return [...ofReviewer(review), ...ofJudges(review), ...ofOpenReview(peer)];
    case 'changes_requested':
      return openContests(review).length > 0 ? ofJudges(review) : ofCreator(peer);
    case 'escalated':
      return ofEscalation(review, peer.terms.warningHours);
    case 'approved':
    case 'rejected':
    case 'skipped':
    case 'withdrawn':
      return [];
  }
}

/** A reviewer that works at once and ended without a word (SPEC 2, rule 1). */
function ofLease({ status, leaseUntil }: Review): Deadline[] {
  return status === 'in_progress' && leaseUntil !== null ? [{ kind: 'lease_ended', dueAt: leaseUntil }] : [];
}

/** Whoever ran a fix loop is gone: no step of it takes so long. A round of its own has a lease. */
function ofFix({ fix, status }: Review): Deadline[] {
  if (fix?.ended !== null || status === 'in_progress') return [];
  return [{ kind: 'fix_silent', dueAt: fix.since + (fix.minutes ?? minutesOfStep) * minute }];
}

/** An agent that was handed a seat and has not answered (SPEC 2, rule 1). */
function ofSeats(review: Review): Deadline[] {
  const open = openSeats(review);
  if (open.length === 0) return [];
  return [{ kind: 'seats_due', dueAt: Math.min(...open.map(({ dueAt }) => dueAt)) }];
}

/** SPEC 5.4: reminder, then backup; while nobody is free, a person. A round that came to nothing is before a person. */
function ofAssignment({ decision }: Review, peer: PeerCase): Deadline[] {
  const { assignment, terms, waitingSince, submittedAt } = peer;
  if (assignment === null) {
    if (decision !== null) return [];
    const wait = (waitingSince ?? submittedAt) + terms.waitMinutes * minute;
    return [...ofClaim(peer), { kind: 'assignment_wait', dueAt: wait }];
  }
  const reminder = assignment.at + terms.startMinutes * minute;
  return [
    ...ofClaim(peer),
    { kind: 'start_reminder', dueAt: reminder },
    { kind: 'start_backup', dueAt: reminder + terms.backupMinutes * minute },
  ];
}

/** SPEC 9, driver `mcp`: nobody came in time, somebody is called. */
function ofClaim(peer: PeerCase): Deadline[] {
  const claim = openClaim(peer);
  return claim === undefined ? [] : [{ kind: 'claim_ended', dueAt: claim.since + claim.terms.minutes * minute }];
}

/** SPEC 5.4: started and silent, presumed crashed. */
function ofReviewer({ leaseUntil }: Review): Deadline[] {
  return leaseUntil === null ? [] : [{ kind: 'reviewer_silent', dueAt: leaseUntil }];
}

function ofJudges(review: Review): Deadline[] {
  const [first] = openContests(review);
  if (first === undefined || review.peer === null) return [];
  return [{ kind: 'judge_silent', dueAt: first.at + review.peer.terms.silentMinutes * minute }];
}

/** SPEC 5.6: counted from the creator's latest submission, while the reviewers' side owes an answer. */
function ofOpenReview({ submittedAt, terms }: PeerCase): Deadline[] {
  const { maxOpenMinutes } = terms.escalation;
  return maxOpenMinutes === null
    ? []
    : [{ kind: 'review_open_too_long', dueAt: submittedAt + maxOpenMinutes * minute }];
}

/** SPEC 3: a creator who does not answer; a judgement on what it contested gives it the whole time again. */
function ofCreator({ changesRequestedAt, contests, terms }: PeerCase): Deadline[] {
  if (changesRequestedAt === null) return [];
  const since = Math.max(changesRequestedAt, ...contests.map(({ judgement }) => judgement?.at ?? 0));
  return [{ kind: 'creator_silent', dueAt: since + terms.creatorMinutes * minute }];
}

/** SPEC 5.6. Where a person has less time than the warning needs, the warning comes at once. */
function ofEscalation({ escalation }: Review, warningHours: number): Deadline[] {
  if (escalation?.state !== 'open' || escalation.deadline === null) return [];
  const { at, deadline } = escalation;
  const expiry: Deadline = { kind: 'escalation_expired', dueAt: deadline };
  if (warningHours <= 0) return [expiry];
  return [{ kind: 'escalation_warning', dueAt: Math.max(at, deadline - warningHours * hour) }, expiry];
}
