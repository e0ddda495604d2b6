import type { FindingDisposed, Recorded, ReviewEvent, ReviewRequested } from '../model/event.js';
import type { Decision, Outcome } from '../model/decision.js';
import { BrokenHistory } from '../model/broken-history.js';
import type { Review, ReviewStatus } from '../model/review.js';
import { next, type Verb } from './table.js';

const verbOf: Readonly<Record<Outcome, Verb>> = {
  approved: 'approve',
  changes_requested: 'request_changes',
  rejected: 'reject',
  escalated: 'escalate',
  inconclusive: 'give_up',
  skipped: 'withdraw',
  flagged: 'approve',
  paused: 'escalate',
};

/** State after all events of one review stream; undefined for an empty stream. */
export function fold(events: readonly Recorded[]): Review | undefined {
  let review: Review | undefined;
  for (const event of events) review = evolve(review, event);
  return review;
}

/** State after one more event. Throws `BrokenHistory` when the event cannot follow. */
export function evolve(review: Review | undefined, recorded: Recorded): Review {
  const event = { type: recorded.type, data: recorded.data } as ReviewEvent;
  if (event.type === 'review_requested') {
    if (review !== undefined) throw new BrokenHistory(`${recorded.stream}: requested twice`);
    return opened(recorded, event.data);
  }
  if (review === undefined) throw new BrokenHistory(`${recorded.stream}: ${event.type} before review_requested`);
  switch (event.type) {
    case 'review_skipped':
      return { ...review, status: 'skipped', decision: event.data.decision, completedAt: recorded.at };
    case 'review_started':
      return {
        ...review,
        status: move(review, 'start'),
        reviewer: event.data.reviewer,
        startedAt: recorded.at,
        leaseUntil: event.data.leaseUntil,
        decision: null,
        opinions: [],
        escalation: null,
        personDecision: null,
      };
    case 'opinion_submitted':
      return { ...review, opinions: [...review.opinions, event.data.opinion] };
    case 'review_decided':
    case 'review_interrupted':
      return decided({ ...review, findings: event.data.findings }, event.data.decision, recorded.at);
    case 'review_withdrawn':
      return { ...review, status: move(review, 'withdraw'), completedAt: recorded.at, leaseUntil: null };
    case 'finding_disposed':
      return disposed(review, event.data);
    case 'review_escalated':
      return {
        ...review,
        status: move(review, 'escalate'),
        escalation: { ...event.data, at: recorded.at },
        completedAt: null,
        leaseUntil: null,
      };
    case 'person_decided': {
      const { decision, person, note } = event.data;
      return { ...decided(review, decision, recorded.at), personDecision: { person, note, at: recorded.at } };
    }
    case 'attempt_refused':
      return review;
  }
}

function opened(recorded: Recorded, data: ReviewRequested): Review {
  return {
    id: recorded.stream.slice('review/'.length),
    type: data.reviewType,
    protocol: data.protocol,
    status: 'pending',
    creator: data.creator,
    reviewer: null,
    revision: 0,
    createdAt: recorded.at,
    startedAt: null,
    completedAt: null,
    leaseUntil: null,
    change: data.change,
    classification: data.classification,
    policy: data.policy,
    criteria: data.criteria,
    standards: data.standards,
    embedded: data.embedded,
    rejectGrounds: data.rejectGrounds,
    openingRules: data.openingRules,
    exclusions: data.exclusions,
    carried: data.carried,
    seats: data.seats,
    opinions: [],
    findings: [],
    decision: null,
    escalation: null,
    personDecision: null,
  };
}

function decided(review: Review, decision: Decision, at: number): Review {
  const status = move(review, verbOf[decision.outcome]);
  return { ...review, status, decision, leaseUntil: null, completedAt: status === 'pending' ? null : at };
}

function disposed(review: Review, data: FindingDisposed): Review {
  const findings = review.findings.map((finding) =>
    finding.id === data.findingId
      ? { ...finding, state: data.disposition.state, disposition: data.disposition }
      : finding,
  );
  return { ...review, findings };
}

function move(review: Review, verb: Verb): ReviewStatus {
  const status = next(review.status, verb);
  if (status === undefined) throw new BrokenHistory(`review ${review.id}: ${verb} while ${review.status}`);
  return status;
}
