import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { notAmongPeers } from '../../domain/peer/assignment/may-review.js';
import { requesterOf } from '../../domain/peer/owed.js';
import type { Speaker } from './principal.js';

/** Refuses whoever did not request the review. A name that was only claimed stays one that is only claimed. */
export function notTheCreator({ id, peer }: Review, speaker: Speaker, does: string): Refusal | undefined {
  if (peer === null) return notAmongPeers(id);
  const { request } = peer;
  if (requesterOf({ by: speaker.name, proved: speaker.principal !== undefined }) === requesterOf(request))
    return undefined;
  const how = request.proved ? ', proved by its token' : '';
  return refuse(
    'not_the_creator',
    `only ${request.by} ${does} review ${id}${how}, and you are ${speaker.name}`,
    request.proved
      ? `set COUNTERSIGN_TOKEN to the token of ${request.by}`
      : `unset COUNTERSIGN_TOKEN, or ask ${request.by}`,
  );
}
