import type { ReviewEvent } from '../model/event.js';
import type { Finding } from '../model/finding.js';
import type { ContestJudgement } from '../model/peer.js';
import { isRefusal, refuse, type Problem, type Refusal } from '../model/refusal.js';
import { everyFinding, type Review } from '../model/review.js';
import { severityRank, type Severity } from '../model/verdict.js';
import { raisersOf } from './contest.js';

export interface Judgement {
  readonly findingId: string;
  readonly outcome: ContestJudgement['outcome'];
  readonly reason: string;
  /** What remains of a narrowed finding. */
  readonly severity?: Severity;
}

export interface Judging {
  /** Name of the judge. */
  readonly by: string;
  readonly judgements: readonly Judgement[];
  /** Blob id that a finding points into, the head tree for one without a file. */
  readonly contentOf: (finding: Finding) => string;
}

/**
 * Events by which a reviewer judges what was contested before it: the named judge, or whoever reviews the round now. Neither
 * the creator nor who raised the finding can (SPEC 2, rule 4). One that cannot be judged refuses them all; where there are
 * several such, each is told.
 */
export function judge(review: Review, judging: Judging): readonly ReviewEvent[] | Refusal {
  const events: ReviewEvent[] = [];
  const problems: Problem[] = [];
  let first: Refusal | undefined;
  for (const [index, judgement] of judging.judgements.entries()) {
    const event = judgeOne(review, judgement, judging);
    if (!isRefusal(event)) {
      events.push(event);
      continue;
    }
    first ??= event;
    problems.push(problemOf(event, index));
  }
  if (first === undefined) return events;
  return problems.length === 1 ? first : { ...first, problems };
}

function problemOf({ message, remedy }: Refusal, index: number): Problem {
  return { key: `judged[${index}]`, message, ...(remedy === undefined ? {} : { expected: remedy }) };
}

function judgeOne(review: Review, judgement: Judgement, { by, contentOf }: Judging): ReviewEvent | Refusal {
  const { findingId, outcome, severity } = judgement;
  const finding = everyFinding(review).find(({ id }) => id === findingId);
  const contest = review.peer?.contests.find((each) => each.findingId === findingId && each.judgement === null);
  if (finding === undefined || contest === undefined)
    return refuse(
      'not_contested',
      `finding ${findingId} is not contested`,
      'judge what the packet lists under `toJudge`',
    );
  const reason = judgement.reason.trim();
  if (reason === '') return refuse('reason_missing', `finding ${findingId} is judged without a reason`, 'say why');
  const obstacle = notJudge(review, finding, by);
  if (obstacle !== undefined) return refuse('not_judge', obstacle, `${contest.judge} judges it`);
  const remains = outcome === 'narrowed' ? narrowed(finding, severity) : undefined;
  if (isRefusal(remains)) return remains;
  return {
    type: 'contest_judged',
    data: {
      findingId,
      outcome,
      by,
      reason,
      content: contentOf(finding),
      ...(remains === undefined ? {} : { severity: remains }),
    },
  };
}

function notJudge({ peer, status, reviewer }: Review, finding: Finding, by: string): string | undefined {
  if (by === peer?.request.by) return `${by} made the change`;
  if (raisersOf(finding).includes(by)) return `${by} raised finding ${finding.id}`;
  const named = peer?.contests.some(
    (each) => each.findingId === finding.id && each.judgement === null && each.judge === by,
  );
  if (named === true || (status === 'in_progress' && reviewer === by)) return undefined;
  return `${by} neither reviews this round nor judges finding ${finding.id}`;
}

/** Narrowing leaves less than there was; without a word for it, one step. */
function narrowed({ id, severity }: Finding, to: Severity | undefined): Severity | Refusal {
  const remains = to ?? (severity === 'critical' ? 'important' : 'minor');
  if (severityRank[remains] > severityRank[severity]) return remains;
  return refuse(
    'not_narrower',
    `finding ${id} is ${severity}: ${remains} is not less`,
    'uphold it, refute it, or name a lower `severity`',
  );
}
