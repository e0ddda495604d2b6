import type { Digest } from '../../domain/findings/fingerprint.js';
import type { RuleResult } from '../../domain/model/decision.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import { chooseAnother } from '../../domain/peer/assignment/assign.js';
import { decideRound } from '../decide.js';
import { rosterFor, type People } from './roster.js';

/**
 * Where nothing failed and confidence alone is missing, a second seat is asked (SPEC 5.5). Undefined where the round can be
 * decided as it stands, or where nobody is free: then changes are requested for want of confidence.
 */
export function secondSeat(review: Review, everybody: People, digest: Digest): ReviewEvent | undefined {
  const wanting = onlyUnsure(review, digest);
  if (wanting === undefined || review.peer === null) return undefined;
  const reviewer = chooseAnother(review.peer, rosterFor(review, everybody));
  if (reviewer === undefined) return undefined;
  const reason = `confidence ${wanting.confidence} is not enough to approve, and nothing else is missing`;
  return { type: 'review_assigned', data: { reviewer, place: 'second', reason, rules: wanting.rules } };
}

/** The confidence of the only opinion and the rule that it fails, where that is all that keeps it from approving. */
export function onlyUnsure(
  review: Review,
  digest: Digest,
): { readonly confidence: number; readonly rules: readonly RuleResult[] } | undefined {
  const { peer, opinions, standards } = review;
  const [first, ...more] = opinions;
  if (peer === null || first === undefined || more.length > 0) return undefined;
  if (first.verdict !== 'approved' || first.confidence < standards.lowConfidence) return undefined;
  const { rules, confidence } = decideRound(review, digest).decision;
  const failing = rules.filter(({ id, result }) => result === 'unsatisfied' && !id.startsWith('escalation.'));
  if (failing.length !== 1 || failing[0]?.id !== 'standards.confidence') return undefined;
  return { confidence, rules: failing };
}
