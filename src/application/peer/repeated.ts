import type { Change } from '../../domain/model/change.js';
import type { Recorded, ReviewEvent, ReviewRequested } from '../../domain/model/event.js';
import type { PeerRequest } from '../../domain/model/peer.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { requesterOf } from '../../domain/peer/owed.js';
import { canonicalJson } from '../canonical.js';
import type { RequestedReview } from '../peer-review.js';
import { rejectedBefore, requestedAnswer } from './answer.js';
import type { Asked } from './asked.js';
import type { PeerDependencies } from './dependencies.js';
import { precheckDocuments } from './precheck.js';
import { standingOf } from './record.js';

/**
 * The review that the same principal requested under the same idempotency key, as it stands now: the same call twice is one
 * effect. Refused with `idempotency_conflict` where the key stood for another request.
 */
export async function sameKey(on: PeerDependencies, asked: Asked): Promise<RequestedReview | Refusal | undefined> {
  const { idempotencyKey: key } = asked.request;
  const id = key === null ? undefined : await on.store.findRequest(requesterOf(asked.request), key);
  if (key === null || id === undefined) return undefined;
  const { review, history } = await standingOf(on, id);
  const first = requestIn(history);
  if (!isSame(first, asked))
    return refuse(
      'idempotency_conflict',
      `the key "${key}" was used for review ${id}, with other content or another request`,
      'use a new key for a new request; for new content of that review call `request_re_review`',
    );
  const answer = requestedAnswer(review, precheckDocuments(review, first.peer?.precheck ?? [], on.digest));
  return { ...answer, ...(await rejectedBefore(on, review)) };
}

/** Two reviews of one content would be a choice between two verdicts, and an objection is shed by none (SPEC 2, rule 5). */
export async function spokenOf(
  on: PeerDependencies,
  { baseTree: base, headTree: head }: Pick<Change, 'baseTree' | 'headTree'>,
  /** The review that is submitted anew; absent for one that is requested. */
  but?: string,
): Promise<Refusal | undefined> {
  const id = await on.store.findStandingOn({ base, head }, but);
  if (id === undefined) return undefined;
  const { review } = await standingOf(on, id);
  if (review.status === 'rejected' || review.status === 'withdrawn')
    return refuse(
      'objection_stands',
      `review ${id} of exactly this content was ${review.status}, and what was objected to stands`,
      'change the content, or let a person settle the findings: countersign findings dismiss',
    );
  return refuse(
    'already_requested',
    `review ${id} is open on exactly this content: ${review.status.replaceAll('_', ' ')}`,
    'wait for it, or withdraw it first; after changes call `request_re_review`',
  );
}

function requestIn([first]: readonly Recorded[]): ReviewRequested {
  const event = first as ReviewEvent | undefined;
  if (event?.type !== 'review_requested') throw new Error('the stream of a review begins with its request');
  return event.data;
}

/** The context may differ: another session of the same agent may repeat what it did not hear the answer to. */
function isSame({ peer, change, classification }: ReviewRequested, { ask, request, prepared }: Asked): boolean {
  const now = prepared.frozen.change;
  if (change.headTree !== now.headTree || change.baseTree !== now.baseTree) return false;
  if (ask.type !== undefined && classification.type !== prepared.classification.type) return false;
  return peer !== undefined && words(peer.request) === words(request);
}

function words(request: PeerRequest): string {
  return canonicalJson({ ...request, context: null });
}
