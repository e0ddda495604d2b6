import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { refusedOnRecord } from '../commands/refused-attempt.js';
import type { UnidentifiedAttempt } from '../peer-review.js';
import { findFinding } from '../queries/find-finding.js';
import { findReviewRow } from '../queries/find-review.js';
import type { PeerDependencies } from './dependencies.js';

/** Puts on record that somebody without a token tried what needs one, and refuses it (SPEC 5.1). */
export async function refuseUnidentified(
  on: PeerDependencies,
  { verb, about }: UnidentifiedAttempt,
  refusal: Refusal,
): Promise<Refusal> {
  const id = await reviewOf(on, about);
  return id === undefined ? refusal : refusedOnRecord(on, id, refusal, { verb, actor: await on.caller.claimed() });
}

async function reviewOf({ store }: PeerDependencies, about: UnidentifiedAttempt['about']): Promise<string | undefined> {
  if ('finding' in about) {
    const row = await findFinding(store, about.finding);
    return isRefusal(row) ? undefined : row.reviewId;
  }
  const row = await findReviewRow(store, about.review);
  return isRefusal(row) ? undefined : row.id;
}
