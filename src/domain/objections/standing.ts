import { counts, type Finding, type FindingSource, type Marks, type RaisedFinding } from '../model/finding.js';
import type { PeerCase } from '../model/peer.js';
import type { Opinion } from '../model/opinion.js';
import { everyFinding, type Review } from '../model/review.js';
import { seatName } from '../model/seat.js';
import { bears, bringsBack } from './marks.js';

/** Something that speaks against the content of a review, as it is known again in another. */
export interface Objection {
  /** The same as long as it stands, and unique in its review. */
  readonly key: string;
  /** Where it was raised first. */
  readonly root: { readonly review: string; readonly finding: string };
  readonly raised: RaisedFinding & { readonly marks: Marks };
  readonly sources: readonly FindingSource[];
  /** Set where it was found fixed: it stands only against what brings these back. */
  readonly gone?: Marks;
}

/**
 * What stands against the content of a review among peers, whether it is open, rejected or withdrawn: findings above minor that
 * count, those of opinions that nobody decided on yet, and objections that name no such finding. An approval, or a person's word on
 * a finding, settles it; what was found fixed and is gone stands against what brings it back.
 */
export function objectionsIn(review: Review): readonly Objection[] {
  const { peer } = review;
  if (peer === null) return askedAtOnce(review);
  return [...everyFinding(review).flatMap((finding) => ofMended(review, finding)), ...standing(review, peer)];
}

/** Of agents that were asked at once, by exactly the content they were asked about. */
function askedAtOnce(review: Review): readonly Objection[] {
  const { status, opinions } = review;
  if (status === 'approved' || status === 'skipped') return [];
  return [
    ...everyFinding(review).flatMap((finding) => ofFinding(review, finding)),
    ...opinions.flatMap((opinion) => ofVerdict(review, opinion)),
  ];
}

/** Whether a content that bears these marks holds again what is objected to. */
export function standsAgainst(all: ReadonlySet<string>, { raised: { marks }, gone }: Objection): boolean {
  return gone === undefined ? bears(all, marks) : bringsBack(all, marks, gone);
}

/** What was found fixed stands against whatever brings it back, whatever its review came to. */
function ofMended(review: Review, finding: Finding): readonly Objection[] {
  const { state, gone } = finding;
  if (state !== 'resolved' || gone === undefined) return [];
  return found(review, finding).map((objection) => ({ ...objection, gone }));
}

function standing(review: Review, peer: PeerCase): readonly Objection[] {
  const { status } = review;
  if (status === 'approved' || status === 'skipped') return [];
  const round = review.opinions.length > 0 ? review.opinions : (peer.rounds.at(-1)?.opinions ?? []);
  const undecided = review.decision === null ? review.opinions : [];
  return [
    ...everyFinding(review).flatMap((finding) => ofFinding(review, finding)),
    ...undecided.flatMap((opinion) => ofOpinion(review, opinion)),
    ...round.flatMap((opinion) => ofVerdict(review, opinion)),
    ...ofPerson(review, round),
  ];
}

function ofFinding(review: Review, finding: Finding): readonly Objection[] {
  return counts(finding) ? found(review, finding) : [];
}

function found({ id: review }: Review, finding: Finding): readonly Objection[] {
  const { marks, id: key, from } = finding;
  if (marks === undefined || finding.severity === 'minor') return [];
  const root = from ?? { review, finding: key };
  return [{ key, root, raised: { ...finding, marks }, sources: finding.sources }];
}

/** What one opinion objects to, of its findings and as a whole. */
export function objectionsOf(review: Review, opinion: Opinion): readonly Objection[] {
  return [...ofOpinion(review, opinion), ...ofVerdict(review, opinion)];
}

function ofOpinion({ id: review }: Review, { seat, findings }: Opinion): readonly Objection[] {
  return findings.flatMap((finding, index) => {
    const { marks, message, severity } = finding;
    if (marks === undefined || severity === 'minor') return [];
    const key = `${seatName(seat)}#${index}`;
    const source = { seat: seatName(seat), message, severity };
    return [{ key, root: { review, finding: key }, raised: { ...finding, marks }, sources: [source] }];
  });
}

/** A rejection, and a request for changes that names nothing above minor, speak against the change as a whole. */
function ofVerdict({ id: review }: Review, opinion: Opinion): readonly Objection[] {
  const { seat, verdict, marks, failure, ground, summary, findings } = opinion;
  if (marks === undefined || failure !== undefined) return [];
  if (verdict !== 'rejected' && verdict !== 'changes_requested') return [];
  if (verdict === 'changes_requested' && findings.some(({ severity }) => severity !== 'minor')) return [];
  const because = ground === undefined ? summary : `${ground}: ${summary}`;
  return [onTheWhole({ review, verdict, by: seatName(seat), because, marks })];
}

/** A person's no, by how whoever reviewed knows the change again. */
function ofPerson({ id: review, decision, personDecision }: Review, round: readonly Opinion[]): readonly Objection[] {
  const marks = round.find((opinion) => opinion.marks !== undefined)?.marks;
  const verdict = decision?.outcome;
  if (marks === undefined || personDecision === null) return [];
  if (verdict !== 'rejected' && verdict !== 'changes_requested') return [];
  const { person, note } = personDecision;
  return [onTheWhole({ review, verdict, by: person, because: note, marks })];
}

interface Whole {
  readonly review: string;
  readonly verdict: 'rejected' | 'changes_requested';
  readonly by: string;
  readonly because: string;
  readonly marks: Marks;
}

function onTheWhole({ review, verdict, by, because, marks }: Whole): Objection {
  const key = `verdict of ${by}`;
  const severity = verdict === 'rejected' ? 'critical' : 'important';
  const message = `${verdict === 'rejected' ? 'rejected' : 'changes requested'} by ${by}: ${because}`;
  return {
    key,
    root: { review, finding: key },
    raised: { severity, category: 'objection', message, marks },
    sources: [{ seat: by, message, severity }],
  };
}
