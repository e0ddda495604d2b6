import { escalated } from '../../domain/escalation/escalate.js';
import { next } from '../../domain/lifecycle/table.js';
import type { EscalationTrigger, Position } from '../../domain/model/escalation.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { notAmongPeers } from '../../domain/peer/assignment/may-review.js';
import { notNow } from '../../domain/peer/submission/state.js';
import { refusedOnRecord } from '../commands/refused-attempt.js';
import type { ReviewDocument } from '../queries/document.js';
import { findReviewRow } from '../queries/find-review.js';
import { toDocument } from '../queries/to-document.js';
import { notTheCreator } from './creator.js';
import type { PeerDependencies } from './dependencies.js';
import { whoSpeaks, type Speaker } from './principal.js';
import { record, refused } from './record.js';

export interface EscalateAsk {
  readonly review: string;
  readonly reason: string;
  /** Position of whoever escalates, as the person reads it; default: the reason. */
  readonly argument?: string;
}

/** Takes a review to a person by hand: its creator or one of its reviewers, with a reason (SPEC 5.6). */
export async function escalateReview(on: PeerDependencies, ask: EscalateAsk): Promise<ReviewDocument | Refusal> {
  await on.overdue();
  const reason = ask.reason.trim();
  if (reason === '')
    return refuse('reason_missing', 'a review is escalated with a reason', 'say why a person is needed');
  const row = await findReviewRow(on.store, ask.review);
  if (isRefusal(row)) return row;
  const speaker = await whoSpeaks(on);
  const verb = 'escalate';
  if (isRefusal(speaker)) return refusedOnRecord(on, row.id, speaker, { verb, actor: await on.caller.claimed() });
  const escalating = await record(on, row.id, speaker.name, ({ review }) => {
    const side = sideOf(review, speaker);
    if (isRefusal(side)) return refused(side, { verb, actor: speaker.name });
    if (review.status === 'escalated' || next(review.status, 'escalate') === undefined)
      return refused(notNow(review, 'escalated'));
    const text = ask.argument?.trim() ?? '';
    const argument = { who: speaker.name, side, text: text === '' ? reason : text };
    const question = { trigger: triggerFor(review, side), reason, by: speaker.name, argument };
    return { events: [escalated(review, question, on.clock.now())] };
  });
  return isRefusal(escalating) ? escalating : toDocument(escalating);
}

/** Whose position somebody speaks for; refused to whoever is neither side. */
function sideOf(review: Review, speaker: Speaker): Position['side'] | Refusal {
  const { id, peer, opinions } = review;
  if (peer === null) return notAmongPeers(id);
  if (notTheCreator(review, speaker, 'escalates') === undefined) return 'creator';
  const { principal, name } = speaker;
  const reviews =
    peer.assignment?.reviewer === name || peer.tried.includes(name) || opinions.some(({ seat }) => seat.role === name);
  if (principal !== undefined && reviews) return 'reviewer';
  return refuse(
    'not_a_side',
    `only the creator and the reviewers of review ${id} escalate it, and you are ${name}`,
    `set COUNTERSIGN_TOKEN to the token of ${peer.request.by} or of a reviewer; a person decides with \`countersign decide\``,
  );
}

/** A creator who takes a rejection to a person disputes it. */
function triggerFor({ status, peer }: Review, side: Position['side']): EscalationTrigger {
  const disputes = status === 'rejected' && side === 'creator' && peer?.terms.escalation.onDisputedRejection === true;
  return disputes ? 'disputed_rejection' : 'by_hand';
}
