import { next } from '../../domain/lifecycle/table.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { notNow } from '../../domain/peer/submission/state.js';
import { refusedOnRecord } from '../commands/refused-attempt.js';
import type { ReviewDocument } from '../queries/document.js';
import { findReviewRow } from '../queries/find-review.js';
import { toDocument } from '../queries/to-document.js';
import { notTheCreator } from './creator.js';
import type { PeerDependencies } from './dependencies.js';
import { whoSpeaks } from './principal.js';
import { record, refused } from './record.js';

/** Ends an open review without a verdict: only its creator or a person can. */
export async function withdrawReview(
  on: PeerDependencies,
  ask: { readonly review: string; readonly reason: string },
): Promise<ReviewDocument | Refusal> {
  await on.overdue();
  const reason = ask.reason.trim();
  if (reason === '') return refuse('reason_missing', 'a review is withdrawn with a reason', 'say why');
  const row = await findReviewRow(on.store, ask.review);
  if (isRefusal(row)) return row;
  const speaker = await whoSpeaks(on);
  const verb = 'withdraw';
  if (isRefusal(speaker)) return refusedOnRecord(on, row.id, speaker, { verb, actor: await on.caller.claimed() });
  const withdrawn = await record(on, row.id, speaker.name, ({ review }) => {
    const stranger = speaker.principal?.kind === 'human' ? undefined : notTheCreator(review, speaker, 'withdraws');
    if (stranger !== undefined) return refused(stranger, { verb, actor: speaker.name });
    if (next(review.status, 'withdraw') === undefined) return refused(notNow(review, 'withdrawn'));
    return { events: [{ type: 'review_withdrawn', data: { reason } }] };
  });
  return isRefusal(withdrawn) ? withdrawn : toDocument(withdrawn);
}
