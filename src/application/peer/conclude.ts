import { escalated } from '../../domain/escalation/escalate.js';
import { pulledBy } from '../../domain/escalation/triggers.js';
import type { Digest } from '../../domain/findings/fingerprint.js';
import { after } from '../../domain/lifecycle/after.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import { decideRound } from '../decide.js';

/** The decision on a round whose opinions are all in, and the question to a person where a rule asks for one. */
export function concluded(review: Review, digest: Digest, now: number): readonly ReviewEvent[] {
  const decided: ReviewEvent = { type: 'review_decided', data: decideRound(review, digest) };
  const pulled = pulledBy(decided.data.decision);
  if (pulled === undefined) return [decided];
  const question = { ...pulled, by: 'countersign', recommendation: null };
  return [decided, escalated(after(review, [decided], now), question, now)];
}
