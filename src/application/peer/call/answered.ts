import { contradictions } from '../../../domain/escalation/contradictions.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import type { Opinion, Verified } from '../../../domain/model/opinion.js';
import type { CalledAgent } from '../../../domain/model/peer.js';
import type { Refusal } from '../../../domain/model/refusal.js';
import type { Review } from '../../../domain/model/review.js';
import type { SeatFailure } from '../../../domain/model/seat.js';
import type { ShownContent } from '../../../domain/objections/marks.js';
import { candidateOf, offerNext, offerOnceMore } from '../../../domain/peer/assignment/offer.js';
import { mayNotReview } from '../../../domain/peer/assignment/may-review.js';
import { notFromChannel } from '../../../domain/peer/submission/channel.js';
import { selfContradictions } from '../../../domain/peer/submission/contradictions.js';
import { formProblems } from '../../../domain/peer/submission/form.js';
import { submissionOf } from '../../../domain/peer/submission/read-opinion.js';
import { toVerify } from '../../../domain/peer/verification/owed.js';
import { accepted } from '../accepted.js';
import { knownProblems } from '../known-problems.js';
import { lateObjections } from '../late.js';
import { failedCall, rosterFor, takeOver, type People } from '../roster.js';
import type { AskDependencies } from './ask.js';

export interface Answered {
  readonly agent: CalledAgent;
  readonly opinion: Opinion;
  readonly nonceDigest: string;
  /** Tree that the opinion is about. */
  readonly headTree: string;
  /** The worker was told to end: the agent did not fail. */
  readonly stopped: boolean;
  readonly everybody: People;
  /** What it was shown, where its content is still that of the review. */
  readonly shown: ShownContent;
  /** Ids of findings that stood on exactly this content. */
  readonly unmended: ReadonlySet<string>;
}

export interface Recording {
  readonly events: readonly ReviewEvent[];
  /** What came of it, to follow on the agent's name; empty where the opinion was taken. */
  readonly said: string;
}

/**
 * What a called agent's answer leads to, under the rules that hold for anybody who submits. Nobody can ask it to mend what it
 * submits: an approval that would be refused counts for nothing, and an objection stands as it is.
 */
export function answered(on: Pick<AskDependencies, 'clock' | 'digest'>, review: Review, answer: Answered): Recording {
  const { agent, opinion, nonceDigest, headTree, everybody } = answer;
  const now = on.clock.now();
  const principal = { ...candidateOf(agent, everybody), kind: 'agent' as const };
  const obstacle =
    notFromChannel(review, { reviewer: agent.name, nonceDigest, headTree, now }) ??
    mayNotReview(review, { principal, context: undefined }, rosterFor(review, everybody));
  if (obstacle !== undefined) return tooLate(on, review, answer, obstacle);
  const failure = opinion.failure ?? unfit(on, review, answer);
  if (failure !== undefined) return movedOn(review, answer, failure);
  const inPlaceOf = [...(review.peer?.offer?.inPlaceOf ?? []), ...(opinion.inPlaceOf ?? [])];
  const given = {
    opinion: inPlaceOf.length === 0 ? opinion : { ...opinion, inPlaceOf },
    by: agent.name,
    nonceDigest,
    verified: knownOf(review, opinion, answer.unmended),
    judgements: [],
  };
  return { events: accepted(review, given, { everybody, digest: on.digest, shown: answer.shown, now }), said: '' };
}

/** Somebody else has the seat by now, or the content is another: it decides nothing, and of this content what it objects to stands. */
function tooLate(
  { digest }: Pick<AskDependencies, 'digest'>,
  review: Review,
  answer: Answered,
  { code, message }: Refusal,
): Recording {
  const isOfContent = answer.headTree === review.change.headTree && code !== 'own_work';
  const stands = isOfContent ? lateObjections(review, answer.opinion, { shown: answer.shown, digest }) : [];
  const said = `came too late: ${message}${stands.length === 0 ? '' : '; what it objects to stands'}`;
  return { events: [discarded(answer, message), ...stands], said };
}

function movedOn(review: Review, answer: Answered, failure: SeatFailure): Recording {
  const reason = `${failure.kind}: ${failure.detail}`;
  const failed = failedCall(review, failure);
  const next = failed === undefined ? [] : (answer.stopped ? offerOnceMore : offerNext)(review, failed);
  const moved: readonly ReviewEvent[] =
    next.length > 0
      ? next
      : [{ type: 'review_assigned', data: takeOver(review, answer.everybody, `${answer.agent.name}: ${reason}`) }];
  return { events: [discarded(answer, reason), ...moved], said: `gave no opinion: ${reason}` };
}

function discarded({ opinion, agent, nonceDigest }: Answered, reason: string): ReviewEvent {
  return { type: 'opinion_discarded', data: { opinion, by: agent.name, nonceDigest, reason } };
}

/** Why an opinion that would be refused from anybody else counts for nothing; undefined where it counts. */
function unfit(
  on: Pick<AskDependencies, 'digest'>,
  review: Review,
  { opinion, agent, unmended }: Answered,
): SeatFailure | undefined {
  const { verdict } = opinion;
  if (verdict === 'inconclusive') return { kind: 'unreadable', detail: `it comes to no verdict: ${opinion.summary}` };
  if (verdict !== 'approved') return undefined;
  const submission = submissionOf(opinion);
  const problems = [
    ...formProblems(review, submission, agent.name),
    ...selfContradictions({ review, submission, opinion, unmended, ...knownProblems(review, on.digest) }),
  ].map(({ key = '', message }) => `${key} ${message}`);
  const { reversals, omissions } = contradictions(review, opinion);
  const found = [...problems, ...reversals, ...omissions];
  return found.length === 0 ? undefined : { kind: 'unreadable', detail: `it approves, but ${found.join('; ')}` };
}

/** What it says of findings that are to be verified; of others it has nothing to say, nor that what did not change is fixed. */
function knownOf(review: Review, { verified = [] }: Opinion, unmended: ReadonlySet<string>): readonly Verified[] {
  const owed = new Set(toVerify(review).map(({ id }) => id));
  return verified.filter(
    ({ finding, outcome }) => owed.has(finding) && !(outcome === 'fixed' && unmended.has(finding)),
  );
}
