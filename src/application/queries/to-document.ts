import { coverageOf } from '../../domain/coverage/coverage.js';
import type { RuleResult } from '../../domain/model/decision.js';
import type { Escalation } from '../../domain/model/escalation.js';
import type { FixCase } from '../../domain/model/fix.js';
import { counts, type Finding } from '../../domain/model/finding.js';
import type { Opinion } from '../../domain/model/opinion.js';
import { everyFinding, type PersonDecision, type Review } from '../../domain/model/review.js';
import { personSeat, seatName } from '../../domain/model/seat.js';
import { checklist } from './checklist.js';
import type { Contest, PeerCase } from '../../domain/model/peer.js';
import type {
  ContestDocument,
  EscalationDocument,
  FileDocument,
  FindingDocument,
  OpinionDocument,
  RequestDocument,
  ReviewDocument,
} from './document.js';
import { mending } from './mending.js';
import { shownRules } from './shown-rules.js';

/** The documented view of a review (SPEC 4). */
export function toDocument(review: Review): ReviewDocument {
  const { change, classification } = review;
  return {
    schema: 'countersign/review@1',
    review: {
      id: review.id,
      type: review.type,
      typeReason: classification.reason,
      protocol: review.protocol,
      status: review.status,
      creator: review.creator,
      reviewer: review.reviewer,
      revision: review.revision,
      createdAt: iso(review.createdAt),
      startedAt: review.startedAt === null ? null : iso(review.startedAt),
      completedAt: review.completedAt === null ? null : iso(review.completedAt),
      ...(review.leaseUntil === null ? {} : { leaseUntil: iso(review.leaseUntil) }),
      policy: review.policy,
    },
    change: {
      base: change.baseCommit ?? change.baseTree,
      head: change.headCommit ?? change.headTree,
      baseTree: change.baseTree,
      headTree: change.headTree,
      patchId: change.patchId,
      source: change.source,
      title: change.title,
      notes: change.notes,
      ...(change.uncommitted === undefined ? {} : { uncommitted: change.uncommitted }),
      protectedPaths: classification.protectedPaths,
      files: files(review),
    },
    opinions: review.opinions.map((opinion) => opinionDocument(opinion, review.findings)),
    ...earlierOpinions(review),
    ...unanswered(review),
    findings: everyFinding(review).map((finding) => ({ ...findingDocument(finding), ...contestsOf(review, finding) })),
    checklist: checklist(review),
    decision: decision(review),
    ...(review.escalation === null ? {} : { escalation: escalationDocument(review.escalation) }),
    ...(review.fix === undefined ? {} : { fix: fixDocument(review.fix) }),
    ...mendingOf(review),
    ...(review.peer === null ? {} : { request: requestDocument(review.peer) }),
  };
}

function fixDocument({ author, cap, turns, attempts, ended, applied }: FixCase): NonNullable<ReviewDocument['fix']> {
  return { author, cap, turns, attempts, ended, applied };
}

function mendingOf(review: Review): Pick<ReviewDocument, 'mending'> {
  const document = mending(review);
  return document === undefined ? {} : { mending: document };
}

function requestDocument({ request, changesMade, policyChanged }: PeerCase): RequestDocument {
  const { by, proved, title, questions, confidence } = request;
  return { by, proved, title, questions, confidence, changesMade, ...(policyChanged && { policyChanged }) };
}

/** Of decided rounds; a carried approval is of the revision that is shown. */
function earlierOpinions({ peer, revision }: Review): Pick<ReviewDocument, 'earlierOpinions'> {
  const earlier = (peer?.rounds ?? [])
    .filter((round) => round.revision < revision)
    .flatMap((round) =>
      round.opinions.map(({ seat, verdict, confidence }) => {
        return { revision: round.revision, seat, verdict, confidence, at: iso(round.at) };
      }),
    );
  return earlier.length === 0 ? {} : { earlierOpinions: earlier };
}

function unanswered({ decision, seats, opinions }: Review): Pick<ReviewDocument, 'unanswered'> {
  const given = new Set(
    opinions.flatMap(({ seat, inPlaceOf = [] }) => [seat, ...inPlaceOf.map((owed) => owed.seat)]).map(seatName),
  );
  const missing = decision === null ? [] : seats.filter((seat) => !given.has(seat) && seat !== personSeat);
  return missing.length === 0 ? {} : { unanswered: missing };
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

function decision(review: Review): ReviewDocument['decision'] {
  if (review.decision === null) return null;
  const { rules } = review.decision;
  return {
    ...review.decision,
    rules: shownRules(review),
    ...(review.personDecision === null ? {} : { person: personOf(review.personDecision, rules) }),
  };
}

function personOf({ person, note, at }: PersonDecision, rules: readonly RuleResult[]) {
  const against = rules.filter(({ result }) => result === 'unsatisfied' || result === 'error').map(({ id }) => id);
  return { name: person, note, at: iso(at), against };
}

function files(review: Review): readonly FileDocument[] {
  const coverage = coverageOf(review.change, review.exclusions, review.opinions);
  return review.change.files.map((file, index) => {
    const entry = coverage[index];
    return {
      ...file,
      coverage: entry?.coverage ?? 'not_shown',
      ...(entry?.rule === undefined ? {} : { coverageRule: entry.rule }),
    };
  });
}

function opinionDocument(opinion: Opinion, findings: readonly Finding[]): OpinionDocument {
  const name = seatName(opinion.seat);
  const checklist = Object.entries(opinion.checklist);
  const gaps = opinion.shown.filter(({ coverage }) => coverage !== 'reviewed');
  return {
    seat: opinion.seat,
    verdict: opinion.verdict,
    ...(opinion.statedVerdict === undefined ? {} : { statedVerdict: opinion.statedVerdict }),
    confidence: opinion.confidence,
    summary: opinion.summary,
    checklist: Object.fromEntries(checklist.map(([criterion, { answer }]) => [criterion, answer])),
    checklistReasons: Object.fromEntries(
      checklist.flatMap(([criterion, { reason }]) => (reason === undefined ? [] : [[criterion, reason]])),
    ),
    ...(opinion.answers === undefined ? {} : { answers: opinion.answers }),
    findingIds: findings.filter(({ sources }) => sources.some(({ seat }) => seat === name)).map(({ id }) => id),
    durationMs: opinion.durationMs,
    ...(opinion.failure === undefined ? {} : { failure: opinion.failure }),
    ...(opinion.usage === undefined ? {} : { usage: opinion.usage }),
    ...(opinion.inPlaceOf === undefined ? {} : { inPlaceOf: opinion.inPlaceOf }),
    ...(gaps.length === 0 ? {} : { gaps }),
    ...(opinion.evidence === undefined ? {} : { evidence: opinion.evidence }),
  };
}

export function findingDocument(finding: Finding): FindingDocument {
  const { disposition, known, ...rest } = withoutMarks(finding);
  const remembered = known === undefined ? {} : { known: { ...known, at: iso(known.at) } };
  const document = { ...rest, ...remembered, counts: counts(finding) };
  return disposition === undefined
    ? document
    : { ...document, disposition: { ...disposition, at: iso(disposition.at) } };
}

/** By what a finding is known again is nothing for a reader. */
function withoutMarks(finding: Finding): Omit<Finding, 'marks' | 'gone'> {
  const document = { ...finding };
  delete document.marks;
  delete document.gone;
  return document;
}

function contestsOf({ peer }: Review, { id }: Finding): Pick<FindingDocument, 'contests'> {
  const contests = (peer?.contests ?? []).filter(({ findingId }) => findingId === id);
  return contests.length === 0 ? {} : { contests: contests.map(contestDocument) };
}

function contestDocument({ by, argument, evidence, at, judge, judgement }: Contest): ContestDocument {
  const said = { by, argument, evidence, judge, at: iso(at) };
  if (judgement === null) return { ...said, judgement };
  const { outcome, reason } = judgement;
  return { ...said, judgement: { outcome, by: judgement.by, reason, at: iso(judgement.at) } };
}

export function escalationDocument({ at, deadline, dossier, ...rest }: Escalation): EscalationDocument {
  const said = dossier ?? { positions: [], options: [], recommendation: null };
  return { ...rest, ...said, at: iso(at), deadline: deadline === null ? null : iso(deadline) };
}
