import type { JudgedOpinion } from '../model/calibration.js';
import type { Opinion } from '../model/opinion.js';
import { everyFinding, type Review } from '../model/review.js';
import { seatName } from '../model/seat.js';

/**
 * The opinions of a review of which it is known whether they were right (SPEC 7). Only outcomes that somebody else brought about are evidence: that
 * nobody reported a bug says nothing. Embedded reviewers state no confidence of their own.
 */
export function judgedOpinions(review: Review): readonly JudgedOpinion[] {
  return latestAndObjections(review).flatMap((opinion) => {
    const { seat, failure, verdict, confidence } = opinion;
    if (seat.driver === 'embedded' || failure !== undefined || verdict === 'inconclusive') return [];
    const outcome = verdict === 'approved' ? ofApproval(review) : ofObjection(review, opinion);
    const reviewer = seat.agent ?? seat.role;
    return outcome === undefined ? [] : [{ reviewer, category: review.type, confidence, outcome }];
  });
}

/** An approval of content that was revised later says nothing of what became of the review; an objection does. */
function latestAndObjections({ opinions, peer }: Review): readonly Opinion[] {
  const earlier = (peer?.rounds ?? []).flatMap((round) => round.opinions);
  return [...earlier.filter((each) => each.verdict !== 'approved' && !opinions.includes(each)), ...opinions];
}

function ofApproval({ reported, personDecision, status }: Review): JudgedOpinion['outcome'] | undefined {
  if (reported !== undefined) return reported.kind === 'revert' ? 'reverted' : 'escaped';
  if (personDecision === null) return undefined;
  return status === 'approved' ? 'upheld' : 'overruled';
}

/** An objection was right where what it raised was mended or upheld, wrong where all of it was refuted or dismissed by a person. */
function ofObjection(review: Review, { seat }: Opinion): JudgedOpinion['outcome'] | undefined {
  const name = seatName(seat);
  const own = everyFinding(review).filter(({ sources }) => sources.some((source) => source.seat === name));
  const contests = review.peer?.contests ?? [];
  const right = own.some(
    ({ id, state }) =>
      state === 'resolved' ||
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
