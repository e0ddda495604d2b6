import type {
  ContestJudged,
  FindingReopened,
  Recorded,
  ReviewAssigned,
  ReviewEvent,
  ReviewRequested,
  ReviewRevised,
  ReviewStarted,
} from '../model/event.js';
import type { Escalation } from '../model/escalation.js';
import type { Finding } from '../model/finding.js';
import { evolveAwaited } from './evolve-awaited.js';
import { evolveFix } from './evolve-fix.js';
import { evolvePeer } from './evolve-peer.js';
import type { Decision, Outcome } from '../model/decision.js';
import { BrokenHistory } from '../model/broken-history.js';
import type { Service } from '../model/memory.js';
import { noWords } from '../model/notification.js';
import { everyFinding, type Review, type ReviewStatus } from '../model/review.js';
import { peerSeat, seatName } from '../model/seat.js';
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
  const after = evolveReview(review, recorded);
  const peer = evolvePeer(after, recorded);
  const fix = evolveFix(after, recorded);
  const awaited = evolveAwaited(after, recorded);
  if (peer === after.peer && fix === after.fix && awaited === after.awaited) return after;
  const next: Review = { ...after, peer, ...(fix !== undefined && { fix }), ...(awaited !== undefined && { awaited }) };
  return awaited === undefined ? withoutAwaited(next) : next;
}

function withoutAwaited(review: Review): Review {
  const copy: { -readonly [K in keyof Review]: Review[K] } = { ...review };
  delete copy.awaited;
  return copy;
}

function evolveReview(review: Review | undefined, recorded: Recorded): Review {
  const event = { type: recorded.type, data: recorded.data } as ReviewEvent;
  if (event.type === 'review_requested') {
    if (review !== undefined) throw new BrokenHistory(`${recorded.stream}: requested twice`);
    return opened(recorded, event.data);
  }
  if (review === undefined) throw new BrokenHistory(`${recorded.stream}: ${event.type} before review_requested`);
  // The type of an event picks the function that takes its data.
  const evolver = evolvers[event.type] as ((review: Review, data: unknown, at: number) => Review) | undefined;
  return evolver === undefined ? review : evolver(review, event.data, recorded.at);
}

type DataOf<T extends ReviewEvent['type']> = Extract<ReviewEvent, { readonly type: T }>['data'];

type Evolvers = { readonly [T in ReviewEvent['type']]?: (review: Review, data: DataOf<T>, at: number) => Review };

/** Events that are not here leave the review itself as it is. */
const evolvers: Evolvers = {
  review_skipped: (review, { decision }, at) => ({ ...review, status: 'skipped', decision, completedAt: at }),
  review_sampled: (review, draw) => ({ ...review, draw }),
  review_assigned: assigned,
  review_started: started,
  reviewer_seen: (review, { leaseUntil }) => ({ ...review, leaseUntil }),
  opinion_submitted: (review, { opinion }) => ({ ...review, opinions: [...review.opinions, opinion] }),
  review_decided: (review, { findings, decision }, at) => decided({ ...review, findings }, decision, at),
  review_interrupted: (review, { findings, decision, stopped }, at) => {
    const after = decided({ ...review, findings }, decision, at);
    return stopped === true ? { ...after, completedAt: at } : after;
  },
  review_revised: revised,
  review_withdrawn: (review, _, at) => ({
    ...review,
    status: move(review, 'withdraw'),
    completedAt: at,
    leaseUntil: null,
  }),
  finding_disposed: (review, { findingId, disposition }) =>
    mapFindings(review, findingId, (finding) => ({ ...finding, state: disposition.state, disposition })),
  contest_judged: (review, data) => mapFindings(review, data.findingId, (finding) => judged(finding, data)),
  finding_verified: (review, { findingId, outcome, by, gone }) =>
    outcome === 'fixed'
      ? mapFindings(review, findingId, (finding) => ({
          ...finding,
          state: 'resolved',
          verifiedBy: by,
          ...(gone && { gone }),
        }))
      : review,
  objections_inherited: (review, { findings }) => (review.peer === null ? { ...review, inherited: findings } : review),
  finding_reopened: (review, data) => mapFindings(review, data.findingId, (finding) => reopened(finding, data)),
  outcome_reported: (review, { kind, person, by }, at) => {
    if (kind === 'clean') return person === true && by !== review.creator ? { ...review, confirmed: true } : review;
    return review.reported === undefined ? { ...review, reported: { kind, at } } : review;
  },
  review_escalated: (review, data, at) => ({
    ...review,
    // A round whose decision is `escalated` stands there already: this gives the question to it.
    status: review.status === 'escalated' && review.escalation === null ? 'escalated' : move(review, 'escalate'),
    escalations: review.escalations + 1,
    escalation: { deadline: null, assignee: null, ...data, at, state: 'open' },
    completedAt: null,
    leaseUntil: null,
  }),
  escalation_changed: (review, { deadline, assignee }) =>
    review.escalation === null
      ? review
      : {
          ...review,
          escalation: {
            ...review.escalation,
            ...(deadline === undefined ? {} : { deadline }),
            ...(assignee === undefined ? {} : { assignee }),
          },
        },
  escalation_expired: (review, { decision }, at) => ({
    ...decided(review, decision, at),
    escalation: closed(review, 'expired'),
  }),
  person_decided: (review, { decision, person, note }, at) => ({
    ...decided(review, decision, at),
    personDecision: { person, note, at },
    escalation: closed(review, 'decided'),
  }),
};

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
    firstStartedAt: null,
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
    ...(data.services && { services: data.services }),
    carried: data.carried,
    notifications: data.notifications ?? noWords,
    seats: data.seats,
    ...(data.panel === undefined ? {} : { panel: data.panel }),
    opinions: [],
    findings: [],
    decision: null,
    escalations: 0,
    escalation: null,
    personDecision: null,
    peer: null,
  };
}

function decided(review: Review, decision: Decision, at: number): Review {
  const status = move(review, verbOf[decision.outcome]);
  return { ...review, status, decision, leaseUntil: null, completedAt: status === 'pending' ? null : at };
}

function started(review: Review, { reviewer, leaseUntil }: ReviewStarted, at: number): Review {
  // A third seat is asked beside the question to a person, which stays open.
  if (review.status === 'escalated') return review;
  // Among peers a second seat adds to the round that the first has begun; a decided round is over.
  const opinions = review.peer === null || review.decision !== null ? [] : review.opinions;
  const round = { decision: null, opinions, escalation: null, personDecision: null };
  const startedAt = review.status === 'in_progress' ? review.startedAt : at;
  const firstStartedAt = review.firstStartedAt ?? at;
  return { ...review, ...round, status: move(review, 'start'), reviewer, startedAt, firstStartedAt, leaseUntil };
}

/** Whoever had begun loses it: the next reviewer starts anew. */
function assigned(review: Review, data: ReviewAssigned): Review {
  if (review.status === 'escalated') return review;
  const next = { ...review, reviewer: data.reviewer, seats: data.seats ?? owed(review, data.reviewer) };
  if (review.status !== 'in_progress') return next;
  const status = review.revision > 0 ? 'pending_re_review' : move(review, 'hand_on');
  return { ...next, status, leaseUntil: null };
}

/** Seats of the round that have given their opinion, and the one that is asked now. */
function owed({ opinions, decision }: Review, reviewer: string | null): readonly string[] {
  const given = decision === null ? opinions.map(({ seat }) => seatName(seat)) : [];
  return [...given, reviewer === null ? 'a reviewer who is free' : peerSeat(reviewer)];
}

/** An approval outlives the change only where a carry rule holds (SPEC 2, rule 3); everything else is reviewed again. */
function revised(review: Review, data: ReviewRevised): Review {
  const { change, classification, exclusions, services = [] } = data;
  const content = { ...review, change, classification, exclusions, ...withServices(review, services) };
  if (review.status === 'approved' && data.carry.some(({ result }) => result === 'satisfied')) return content;
  return {
    ...content,
    peer: review.peer === null ? null : { ...review.peer, earlier: everyFinding(review) },
    ...(review.fix !== undefined && { fix: { ...review.fix, earlier: everyFinding(review) } }),
    ...(review.inherited !== undefined && { inherited: [] }),
    status: move(review, 'revise'),
    revision: review.revision + 1,
    carried: data.carried,
    seats: data.seats,
    reviewer: null,
    opinions: [],
    findings: [],
    decision: null,
    escalation: null,
    personDecision: null,
    completedAt: null,
    leaseUntil: null,
  };
}

/** Absent as long as no content of the review touched a service. */
function withServices({ services }: Review, now: readonly Service[]): Pick<Review, 'services'> {
  return services === undefined && now.length === 0 ? {} : { services: now };
}

function closed({ escalation }: Review, state: 'decided' | 'expired'): Escalation | null {
  return escalation === null ? null : { ...escalation, state };
}

function judged(finding: Finding, { outcome, severity, by }: ContestJudged): Finding {
  if (outcome === 'refuted') return { ...finding, state: 'refuted', verifiedBy: by };
  if (outcome === 'narrowed' && severity !== undefined) return { ...finding, severity };
  return finding;
}

function reopened(finding: Finding, { message, file, line }: FindingReopened): Finding {
  const open: { -readonly [K in keyof Finding]: Finding[K] } = { ...finding, state: 'open', message };
  delete open.gone;
  delete open.verifiedBy;
  delete open.line;
  delete open.endLine;
  return { ...open, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
}

/** Changes one finding, of this round or an earlier one. */
function mapFindings(review: Review, id: string, map: (finding: Finding) => Finding): Review {
  const each = (finding: Finding) => (finding.id === id ? map(finding) : finding);
  const { peer, fix } = review;
  return {
    ...review,
    findings: review.findings.map(each),
    peer: peer === null ? null : { ...peer, earlier: peer.earlier.map(each) },
    ...(fix !== undefined && { fix: { ...fix, earlier: fix.earlier.map(each) } }),
    ...(review.inherited !== undefined && { inherited: review.inherited.map(each) }),
  };
}

function move(review: Review, verb: Verb): ReviewStatus {
  const status = next(review.status, verb);
  if (status === undefined) throw new BrokenHistory(`review ${review.id}: ${verb} while ${review.status}`);
  return status;
}
