import { escalated, type Question } from '../../domain/escalation/escalate.js';
import { pulledBy } from '../../domain/escalation/triggers.js';
import type { Digest } from '../../domain/findings/fingerprint.js';
import { after } from '../../domain/lifecycle/after.js';
import type { ReviewDecided, ReviewEvent } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import { chooseAnother } from '../../domain/peer/assignment/assign.js';
import { decideRound } from '../decide.js';
import { stopOfDecision, stopWords } from './fix/loop.js';
import { rosterFor, type People } from './roster.js';

/**
 * The decision on a round whose opinions are all in, and the question to a person where a rule asks for one. Where both sides
 * are unsure, `everybody` says who is asked for a third opinion beside it (SPEC 5.6).
 */
export function concluded(review: Review, digest: Digest, now: number, everybody?: People): readonly ReviewEvent[] {
  const decided: ReviewEvent = { type: 'review_decided', data: decideRound(review, digest) };
  const pulled = pulledBy(decided.data.decision);
  if (pulled === undefined) return [decided];
  const question = escalated(after(review, [decided], now), asked(review, decided.data, pulled), now);
  const third = pulled.trigger === 'mutual_uncertainty' ? thirdSeat(review, everybody) : [];
  return [decided, question, ...third];
}

/** Of a loop back to the creator that stops, the person is told what remains (SPEC 6.3). */
function asked(
  review: Review,
  { findings, decision }: ReviewDecided,
  { trigger, reason }: NonNullable<ReturnType<typeof pulledBy>>,
): Question {
  const question = { trigger, reason, by: 'countersign' };
  if (trigger !== 'fix_loop' && trigger !== 'revision_cap') return question;
  const repeated = stopOfDecision(review, { findings, outcome: decision.outcome });
  const stop = trigger === 'revision_cap' ? 'cap' : repeated;
  return { ...question, reason: stopWords(reason, { ...review, findings, decision }), stop };
}

function thirdSeat(review: Review, everybody: People | undefined): readonly ReviewEvent[] {
  if (review.peer === null || everybody === undefined) return [];
  const reviewer = chooseAnother(review.peer, rosterFor(review, everybody));
  if (reviewer === undefined) return [];
  const reason = 'creator and reviewer are both unsure';
  return [{ type: 'review_assigned', data: { reviewer, place: 'third', reason, rules: [] } }];
}
