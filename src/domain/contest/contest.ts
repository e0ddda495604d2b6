import type { ReviewEvent } from '../model/event.js';
import type { Finding } from '../model/finding.js';
import type { Contest } from '../model/peer.js';
import { refuse, type Refusal } from '../model/refusal.js';
import { everyFinding, type Review } from '../model/review.js';

/** Judged contests of one finding; the next goes to a person (SPEC 5.6: at most two). */
export const contestsAtMost = 2;

export interface ContestAsk {
  readonly findingId: string;
  /** Who contests: the creator of the review. */
  readonly by: string;
  readonly argument: string;
  readonly evidence: readonly string[];
}

/** What becomes of a contest: a judge who was found, or a question to a person. */
export type ContestWay =
  | { readonly kind: 'judge'; readonly event: ReviewEvent }
  | {
      readonly kind: 'person';
      readonly trigger: 'disputed_rejection' | 'contested_twice' | 'nobody_free';
      readonly reason: string;
    };

/**
 * Where a contest goes (SPEC 5.6). A rejection is disputed before a person; so is a finding that was judged twice. Anything
 * else goes to another reviewer than the one who raised it. `judgeFor` names one who is neither of those it is given nor of
 * the creator's side; undefined when there is none.
 */
export function contest(
  review: Review,
  ask: ContestAsk,
  judgeFor: (raisedBy: readonly string[]) => string | undefined,
): ContestWay | Refusal {
  const finding = everyFinding(review).find(({ id }) => id === ask.findingId);
  if (finding === undefined)
    return refuse('unknown_finding', `review ${review.id} has no finding ${ask.findingId}`, 'see `countersign show`');
  const refusal = notContestable(review, finding);
  if (refusal !== undefined) return refusal;
  const place = `${finding.id} (${finding.message})`;
  if (review.status === 'rejected')
    return { kind: 'person', trigger: 'disputed_rejection', reason: `the creator disputes ${place}: ${ask.argument}` };
  if (judgedBefore(review, finding.id).length >= contestsAtMost)
    return {
      kind: 'person',
      trigger: 'contested_twice',
      reason: `judged ${contestsAtMost} times, contested again: ${place}`,
    };
  const judge = judgeFor(raisersOf(finding));
  if (judge === undefined)
    return { kind: 'person', trigger: 'nobody_free', reason: `nobody but who raised it could judge ${place}` };
  return { kind: 'judge', event: { type: 'finding_contested', data: { ...ask, judge } } };
}

const contestable: readonly Review['status'][] = ['changes_requested', 'pending_re_review', 'in_progress', 'rejected'];

function notContestable({ id, status, peer }: Review, finding: Finding): Refusal | undefined {
  if (finding.state !== 'open')
    return refuse(
      'not_open',
      `finding ${finding.id} is ${finding.state.replaceAll('_', ' ')}`,
      'only what is open can be contested',
    );
  if (peer === null || !contestable.includes(status))
    return refuse(
      'not_contestable',
      `review ${id} is ${status.replaceAll('_', ' ')}`,
      status === 'escalated'
        ? 'a person decides it already: `countersign inbox` shows the question'
        : 'a finding is contested while changes are requested, reviewed again or rejected',
    );
  const open = peer.contests.find(({ findingId, judgement }) => findingId === finding.id && judgement === null);
  if (open === undefined) return undefined;
  return refuse(
    'contested_already',
    `finding ${finding.id} is contested and ${open.judge} judges it`,
    'wait for the judgement',
  );
}

/** Names of those whose seats raised the finding. */
export function raisersOf({ sources }: Finding): readonly string[] {
  return [...new Set(sources.map(({ seat }) => seat.split('@')[0] ?? seat))];
}

function judgedBefore({ peer }: Review, findingId: string): readonly Contest[] {
  return (peer?.contests ?? []).filter((each) => each.findingId === findingId && each.judgement !== null);
}

/** Contests that wait for the judgement of `name`. */
export function contestsBefore({ peer }: Review, name: string): readonly Contest[] {
  return (peer?.contests ?? []).filter(({ judge, judgement }) => judge === name && judgement === null);
}

/**
 * Whether every objection of a decision that asked for changes is gone without a change of the content: then the creator may
 * ask for another review of the same content. Something must have been refuted or narrowed, and nothing above minor may stand.
 */
export function objectionsFell(review: Review): boolean {
  const { status, peer } = review;
  if (status !== 'changes_requested' || peer === null) return false;
  const findings = everyFinding(review);
  const mine = new Set(findings.map(({ id }) => id));
  const fell = peer.contests.some(
    ({ findingId, judgement }) => mine.has(findingId) && judgement !== null && judgement.outcome !== 'upheld',
  );
  const waits = peer.contests.some(({ judgement }) => judgement === null);
  const stands = findings.some(({ state, severity }) => state === 'open' && severity !== 'minor');
  return fell && !waits && !stands;
}
