import type {
  ContestOpened,
  Recorded,
  ReviewAssigned,
  ReviewEvent,
  ReviewRequested,
  ReviewRevised,
} from '../model/event.js';
import { counts } from '../model/finding.js';
import { openedCase } from '../model/opened-case.js';
import type { Contest, ContestJudgement, DeadlineKind, PeerCase, RoundRecord } from '../model/peer.js';
import { everyFinding, type Review } from '../model/review.js';

/** The peer part of `review` after the event that led to it. */
export function evolvePeer(review: Review, recorded: Recorded): PeerCase | null {
  const event = { type: recorded.type, data: recorded.data } as ReviewEvent;
  if (event.type === 'review_requested') return opened(event.data, recorded.at);
  const { peer } = review;
  // The type of an event picks the function that takes its data.
  const evolver = evolvers[event.type] as Evolver<unknown> | undefined;
  return peer === null || evolver === undefined ? peer : evolver(peer, event.data, recorded.at, review);
}

type DataOf<T extends ReviewEvent['type']> = Extract<ReviewEvent, { readonly type: T }>['data'];

type Evolver<D> = (peer: PeerCase, data: D, at: number, review: Review) => PeerCase;

const ofEscalation: readonly DeadlineKind[] = ['escalation_warning', 'escalation_expired'];

const evolvers: { readonly [T in ReviewEvent['type']]?: Evolver<DataOf<T>> } = {
  review_assigned: assigned,
  review_started: (peer, { nonceDigest = null, context = null }) => ({
    ...withoutNonce(peer),
    nonceDigest,
    context,
    fired: without(peer.fired, ['reviewer_silent']),
    // Whoever comes after all takes the seat back; a called agent keeps what is left to be called.
    offer: peer.assignment?.called === true ? peer.offer : null,
  }),
  seat_offered: (peer, offer) => ({ ...peer, offer }),
  reviewer_seen: (peer, { notes }) => ({ ...peer, partialWork: notes ?? peer.partialWork }),
  opinion_submitted: (peer, data) => {
    const by = data.by ?? peer.assignment?.reviewer;
    const answeredFrom = peer.context === null ? peer.answeredFrom : [...peer.answeredFrom, peer.context];
    const tried = by === undefined ? peer.tried : [...peer.tried, by];
    return { ...withoutNonce(peer), partialWork: null, tried, answeredFrom, offer: null };
  },
  review_decided: (peer, _, at, review) => decided(peer, review, at),
  review_revised: (peer, data, at, review) => revised(peer, review, data, at),
  finding_contested: (peer, data, at) => ({
    ...peer,
    contests: [...peer.contests, { ...data, at, nonceDigest: null, judgement: null }],
    fired: without(peer.fired, ['judge_silent']),
  }),
  contest_opened: (peer, data) => contestOpened(peer, data),
  contest_judged: (peer, { findingId, outcome, by, reason, content }, at) =>
    judged(peer, findingId, { outcome, by, reason, content, at }),
  finding_verified: (peer, { findingId }) => ({
    ...peer,
    claimedFixed: peer.claimedFixed.filter((id) => id !== findingId),
  }),
  objections_inherited: (peer, { findings, before = [] }) => ({
    ...peer,
    earlier: [...peer.earlier, ...findings],
    before: [...peer.before, ...before],
  }),
  clarification_asked: (peer) => ({ ...peer, clarificationAsked: true }),
  policy_changed: (peer, data) => ({ ...peer, policyChanged: data }),
  deadline_fired: (peer, { kind }) => ({ ...peer, fired: [...peer.fired, kind] }),
  review_escalated: (peer) => ({ ...withoutNonce(peer), offer: null, fired: without(peer.fired, ofEscalation) }),
  review_withdrawn: (peer) => ({ ...peer, offer: null }),
  escalation_changed: (peer, { deadline }) =>
    deadline === undefined ? peer : { ...peer, fired: without(peer.fired, ofEscalation) },
  escalation_expired: (peer, _, at, review) => settled(peer, review, at),
  // Whoever asks for changes anew waits for the creator anew; an expiry asks for nothing that was not asked before.
  person_decided: (peer, _, at, review) =>
    settled({ ...peer, fired: without(peer.fired, ['creator_silent']) }, review, at),
};

/** What nobody had judged when an escalation ended is settled by how it ended. */
function settled(peer: PeerCase, review: Review, at: number): PeerCase {
  const contests = peer.contests.filter(({ judgement }) => judgement !== null);
  return { ...peer, contests, changesRequestedAt: owedSince(review, at) };
}

function owedSince(review: Review, at: number): number | null {
  return review.status === 'changes_requested' ? at : null;
}

function opened({ peer }: ReviewRequested, at: number): PeerCase | null {
  if (peer === undefined) return null;
  const { request, terms, material = null, accepted } = peer;
  return openedCase({ request, terms, material, submittedAt: at, ...(accepted && { accepted }) });
}

const ofAssignment: readonly DeadlineKind[] = [
  'start_reminder',
  'start_backup',
  'claim_ended',
  'reviewer_silent',
  'assignment_wait',
];

function assigned(peer: PeerCase, { reviewer, place, called }: ReviewAssigned, at: number): PeerCase {
  const before = peer.assignment?.reviewer;
  return {
    ...withoutNonce(peer),
    assignment: reviewer === null ? null : { reviewer, place, at, ...(called && { called }) },
    ...(called === true && reviewer !== null ? calling(peer, reviewer) : { offer: null }),
    waitingSince: reviewer === null ? (peer.waitingSince ?? at) : null,
    tried: before === undefined || peer.tried.includes(before) ? peer.tried : [...peer.tried, before],
    fired: without(peer.fired, ofAssignment),
  };
}

/** Whoever is called now is no longer to be called. */
function calling({ offer, called }: PeerCase, name: string): Pick<PeerCase, 'offer' | 'called'> {
  return {
    offer: offer === null ? null : { ...offer, agents: offer.agents.filter((agent) => agent !== name) },
    called: { ...called, [name]: (called[name] ?? 0) + 1 },
  };
}

function decided(peer: PeerCase, review: Review, at: number): PeerCase {
  const { decision, opinions, revision, reviewer, change } = review;
  if (decision === null) return peer;
  const round: RoundRecord = {
    revision,
    reviewer,
    headTree: change.headTree,
    change,
    opinions,
    outcome: decision.outcome,
    confidence: decision.confidence,
    checklist: Object.fromEntries(
      opinions.flatMap(({ checklist }) => Object.entries(checklist).map(([name, { answer }]) => [name, answer])),
    ),
    standing: everyFinding(review)
      .filter(counts)
      .map(({ id }) => id),
    at,
  };
  return {
    ...peer,
    offer: null,
    assignment: null,
    waitingSince: null,
    changesRequestedAt: owedSince(review, at),
    fired: without(peer.fired, ['creator_silent']),
    rounds: [...peer.rounds, round],
  };
}

/** `review` is the state after the revision; a review that stayed approved begins no new round. */
function revised(peer: PeerCase, review: Review, data: ReviewRevised, at: number): PeerCase {
  const { changesMade, claimedFixed, turns = null, accepted } = data;
  const material = data.material ?? null;
  const stood = accepted === undefined ? {} : { accepted };
  if (review.status === 'approved') return { ...peer, ...stood, changesMade, material };
  return {
    ...withoutNonce(peer),
    ...stood,
    material,
    assignment: null,
    waitingSince: null,
    tried: [],
    context: null,
    answeredFrom: [],
    partialWork: null,
    changesRequestedAt: null,
    submittedAt: at,
    changesMade,
    claimedFixed,
    turns,
    offer: null,
    called: {},
    fired: [],
    clarificationAsked: false,
  };
}

/** One nonce for all that the judge has before it; the one before no longer counts. */
function contestOpened(peer: PeerCase, { judge, nonceDigest }: ContestOpened): PeerCase {
  const isMeant = (contest: Contest) => contest.judge === judge && contest.judgement === null;
  const spent = peer.contests.flatMap((contest) =>
    isMeant(contest) && contest.nonceDigest !== null ? [contest.nonceDigest] : [],
  );
  return {
    ...peer,
    contests: peer.contests.map((contest) => (isMeant(contest) ? { ...contest, nonceDigest } : contest)),
    spentNonces: [...peer.spentNonces, ...new Set(spent)],
  };
}

/** The judgement belongs to the latest contest of the finding that has none; the nonce that brought it is spent. */
function judged(peer: PeerCase, findingId: string, judgement: ContestJudgement): PeerCase {
  const open = peer.contests.findLastIndex((each) => each.findingId === findingId && each.judgement === null);
  const nonce = peer.contests[open]?.nonceDigest ?? null;
  const isSpent = nonce === null || peer.spentNonces.includes(nonce);
  return {
    ...peer,
    contests: peer.contests.map((contest, index) => (index === open ? { ...contest, judgement } : contest)),
    spentNonces: isSpent ? peer.spentNonces : [...peer.spentNonces, nonce],
  };
}

function withoutNonce(peer: PeerCase): PeerCase {
  if (peer.nonceDigest === null) return peer;
  return { ...peer, nonceDigest: null, spentNonces: [...peer.spentNonces, peer.nonceDigest] };
}

function without(fired: readonly DeadlineKind[], kinds: readonly DeadlineKind[]): readonly DeadlineKind[] {
  return fired.filter((kind) => !kinds.includes(kind));
}
