import type { Digest } from '../../domain/findings/fingerprint.js';
import type { Principal } from '../../domain/model/agent.js';
import type { Recorded, ReviewEvent } from '../../domain/model/event.js';
import type { Finding } from '../../domain/model/finding.js';
import type { Opinion } from '../../domain/model/opinion.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { seatName } from '../../domain/model/seat.js';
import type { ShownContent } from '../../domain/objections/marks.js';
import { objectionsOf } from '../../domain/objections/standing.js';
import { mayNotReview } from '../../domain/peer/assignment/may-review.js';
import { isAnswerable } from '../../domain/peer/submission/channel.js';
import { formProblems } from '../../domain/peer/submission/form.js';
import { opinionOf } from '../../domain/peer/submission/opinion.js';
import { marked } from './accepted.js';
import { isKnown, raisedAgain } from './inherited.js';
import { refused, type Refused, type Standing } from './record.js';
import { rosterFor } from './roster.js';
import type { Submitting } from './submission.js';

interface Heard {
  readonly shown: ShownContent;
  readonly digest: Digest;
}

/**
 * What stands of an opinion on this very content that came after its seat had moved on: what it objects to, to be verified like a
 * finding of an earlier round (SPEC 2, rule 5). It decides nothing, and a late approval is nothing at all.
 */
export function lateObjections(review: Review, opinion: Opinion, { shown, digest }: Heard): readonly ReviewEvent[] {
  if (review.peer === null || opinion.failure !== undefined) return [];
  const late = ` (Said by ${seatName(opinion.seat)} when its seat had moved on.)`;
  const findings = objectionsOf(review, marked(opinion, review.change, { shown, digest }))
    .map(({ root, raised, ...objection }): Finding => {
      const { file, line } = raised;
      const place = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
      const found = raisedAgain(
        review,
        { ...objection, root: { ...root, finding: `late ${root.finding}` }, raised },
        place,
        {
          digest,
        },
      );
      return { ...found, message: found.message + late };
    })
    .filter((finding) => !isKnown(review, finding));
  return findings.length === 0 ? [] : [{ type: 'objections_inherited', data: { findings } }];
}

/** The refusal of an answer that came too late by who was asked for it once, with what stands of it; undefined for any other. */
export function refusedLate(
  { on, ask, principal, everybody, material }: Submitting,
  { review, history }: Standing,
  { refusal, attempt }: Refused,
): Refused | undefined {
  const nonceDigest = on.digest(ask.nonce);
  const isLate = tooLate.includes(refusal.code) && wasAsked(review, history, principal, nonceDigest);
  const obstacle = mayNotReview(review, { principal, context: on.context }, rosterFor(review, everybody));
  if (!isLate || obstacle !== undefined || ask.headTree !== review.change.headTree) return undefined;
  if (formProblems(review, ask, principal.name).length > 0) return undefined;
  const shown = material?.files ?? {};
  const opinion = opinionOf(review, ask, { reviewer: principal.name, shown, now: on.clock.now() });
  const beside = lateObjections(review, opinion, { shown, digest: on.digest });
  if (beside.length === 0) return undefined;
  const tried: readonly ReviewEvent[] =
    attempt === undefined ? [] : [{ type: 'attempt_refused', data: { ...attempt, code: refusal.code } }];
  return { ...refused(standing(refusal)), beside: [...beside, ...tried] };
}

const tooLate: readonly Refusal['code'][] = ['nonce_spent', 'not_the_reviewer', 'not_now', 'lease_ended'];

function standing(refusal: Refusal): Refusal {
  return {
    ...refusal,
    remedy: 'nothing more: your answer decides nothing, and what it objects to is on record for whoever reviews',
  };
}

/** Whether this answer was awaited once, under this nonce, and is not any more. */
function wasAsked(
  { peer, status }: Review,
  history: readonly Recorded[],
  { name }: Principal,
  nonceDigest: string,
): boolean {
  const mayAnswer = peer?.assignment?.reviewer === name && isAnswerable(status);
  const events = history as readonly ReviewEvent[];
  const wasStarted = events.some(
    ({ type, data }) => type === 'review_started' && data.reviewer === name && data.nonceDigest === nonceDigest,
  );
  const wasAnswered = events.some(({ type, data }) => type === 'opinion_submitted' && data.nonceDigest === nonceDigest);
  return !mayAnswer && wasStarted && !wasAnswered;
}
