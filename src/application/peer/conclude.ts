import { escalated } from '../../domain/escalation/escalate.js';
import { pulledBy } from '../../domain/escalation/triggers.js';
import type { Digest } from '../../domain/findings/fingerprint.js';
import { after } from '../../domain/lifecycle/after.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import { chooseAnother } from '../../domain/peer/assignment/assign.js';
import { decideRound } from '../decide.js';
import { rosterFor, type People } from './roster.js';

/**
 * The decision on a round whose opinions are all in, and the question to a person where a rule asks for one. Where both sides
 * are unsure, `everybody` says who is asked for a third opinion beside it (SPEC 5.6).
 */
export function concluded(review: Review, digest: Digest, now: number, everybody?: People): readonly ReviewEvent[] {
  const decided: ReviewEvent = { type: 'review_decided', data: decideRound(review, digest) };
  const pulled = pulledBy(decided.data.decision);
  if (pulled === undefined) return [decided];
  const question = escalated(after(review, [decided], now), { ...pulled, by: 'countersign' }, now);
  const third = pulled.trigger === 'mutual_uncertainty' ? thirdSeat(review, everybody) : [];
  return [decided, question, ...third];
}

function thirdSeat(review: Review, everybody: People | undefined): readonly ReviewEvent[] {
  if (review.peer === null || everybody === undefined) return [];
  const reviewer = chooseAnother(review.peer, rosterFor(review, everybody));
  if (reviewer === undefined) return [];
  const reason = 'creator and reviewer are both unsure';
  return [{ type: 'review_assigned', data: { reviewer, place: 'third', reason, rules: [] } }];
}
