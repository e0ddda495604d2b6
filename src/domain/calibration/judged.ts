import type { JudgedOpinion } from '../model/calibration.js';
import type { Opinion } from '../model/opinion.js';
import { everyFinding, type Review } from '../model/review.js';
import { seatName } from '../model/seat.js';
import { contradicted } from './contradicted.js';

/**
 * The opinions of a review of which it is known whether they were right (SPEC 7). Only outcomes that somebody else brought about are evidence: that
 * nobody reported a bug says nothing. Embedded reviewers state no confidence of their own.
 */
export function judgedOpinions(review: Review): readonly JudgedOpinion[] {
  const earlier = (review.peer?.rounds ?? []).flatMap(({ opinions }) => opinions);
  const turned = contradicted(review);
  const all = [...earlier.filter((each) => !review.opinions.includes(each)), ...review.opinions];
  const judged = all.flatMap((opinion) => {
    const { seat, failure, verdict, confidence } = opinion;
    if (seat.driver === 'embedded' || failure !== undefined || verdict === 'inconclusive') return [];
    const outcome = turned.includes(opinion) ? 'contradicted' : outcomeOf(review, opinion);
    const reviewer = seat.agent ?? seat.role;
    return outcome === undefined ? [] : [{ reviewer, category: review.type, confidence, outcome }];
  });
  return judged.filter((each, index) => counts(each, judged.slice(0, index)));
}

/** However many rounds a review has, it says once of a reviewer that it was right: two that play into each other's hands gain nothing by long loops. */
function counts({ reviewer, outcome }: JudgedOpinion, before: readonly JudgedOpinion[]): boolean {
  return outcome !== 'upheld' || !before.some((each) => each.reviewer === reviewer && each.outcome === 'upheld');
}

/** An approval of content that was revised later says nothing of what became of the review; an objection does. */
function outcomeOf(review: Review, opinion: Opinion): JudgedOpinion['outcome'] | undefined {
  if (opinion.verdict !== 'approved') return ofObjection(review, opinion);
  return review.opinions.includes(opinion) ? ofApproval(review) : undefined;
}

function ofApproval({ reported, confirmed, personDecision, status }: Review): JudgedOpinion['outcome'] | undefined {
  if (reported !== undefined) return reported.kind === 'revert' ? 'reverted' : 'escaped';
  if (personDecision === null) return confirmed === true ? 'upheld' : undefined;
  return status === 'approved' ? 'upheld' : 'overruled';
}

/**
 * An objection was right where something of weight that it raised was mended or upheld, wrong where all of it was refuted or dismissed by a person.
 * That a trifle was mended says nothing: it costs less to oblige than to argue.
 */
function ofObjection(review: Review, { seat }: Opinion): JudgedOpinion['outcome'] | undefined {
  const name = seatName(seat);
  const own = everyFinding(review).filter(({ sources }) => sources.some((source) => source.seat === name));
  const contests = review.peer?.contests ?? [];
  const right = own.some(
    ({ id, state, severity }) =>
      (state === 'resolved' && severity !== 'minor') ||
      contests.some(({ findingId, judgement }) => findingId === id && judgement?.outcome === 'upheld'),
  );
  if (right) return 'upheld';
  const wrong = own.filter(
    ({ state, disposition }) => state === 'refuted' || (state === 'dismissed' && disposition?.authority === 'human'),
  );
  if (own.length > 0 && wrong.length === own.length) return 'refuted';
  if (review.personDecision === null) return undefined;
  return review.status === 'approved' ? 'overruled' : 'upheld';
}
