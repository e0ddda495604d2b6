import type { Evidence, EvidenceOutcome } from '../model/pattern.js';
import type { PolicyOrigin, Review } from '../model/review.js';

/** How many of the latest changes of a pattern are looked at, so that an answer costs the same after a million. */
export const EVIDENCE_LOOKED_AT = 512;

/** Least confidence of an approval that counts as a success (PRS 11). */
export const successfulConfidence = 80;

/**
 * What a review says of its creator's pattern as it stands; undefined where it says nothing, e.g. while it is open. Only a creator whose token proved who
 * it is gathers evidence: anybody can claim a name. An embedded reviewer's word counts as far as the policy lets it decide.
 */
export function evidenceOf(review: Review): Evidence | undefined {
  if (review.peer?.request.proved !== true) return undefined;
  const stood = outcomeOf(review);
  if (stood === undefined) return undefined;
  const { id, decision, policy, change } = review;
  const content = change.patchId;
  const { at, outcome } = stood;
  return { at, outcome, confidence: decision?.confidence ?? 0, basis: basisOf(policy), content, review: id };
}

/** What a review rests on: with another policy, or other words to agents and reviewers, what was learned is of before. */
export function basisOf({ digest, prompts }: PolicyOrigin): string {
  return prompts === undefined ? digest : `${digest} ${prompts}`;
}

type Stood = Pick<Evidence, 'at' | 'outcome'>;

function outcomeOf(review: Review): Stood | undefined {
  const { status, draw, reported } = review;
  if (status === 'skipped') {
    if (draw === undefined) return undefined;
    return reported === undefined ? { outcome: 'skipped', at: ended(review) } : { outcome: 'escaped', at: reported.at };
  }
  const objectedAt = firstObjection(review);
  if (objectedAt !== undefined) return { outcome: 'failed', at: objectedAt };
  if (status === 'approved') return reported === undefined ? approval(review) : { outcome: 'failed', at: reported.at };
  if (draw === undefined) return undefined;
  // Whoever takes back what was drawn has kept a reviewer from looking at it.
  if (status === 'withdrawn') return { outcome: 'failed', at: ended(review) };
  return { outcome: 'drawn', at: review.createdAt };
}

/** When somebody first objected, in whatever round: a change that needed a revision was not clean as it came. */
function firstObjection(review: Review): number | undefined {
  const { status, peer } = review;
  const negative = peer?.rounds.find(({ outcome }) => outcome === 'changes_requested' || outcome === 'rejected');
  if (negative !== undefined) return negative.at;
  return status === 'changes_requested' || status === 'rejected' ? ended(review) : undefined;
}

function approval(review: Review): Stood {
  return { outcome: saysLittle(review) ? 'unclear' : 'clean', at: ended(review) };
}

/** A person's word stands over an objection; content that was revised before anybody looked is not what came first. */
function saysLittle({ decision, personDecision, revision }: Review): boolean {
  return personDecision !== null || revision > 0 || (decision?.confidence ?? 0) < successfulConfidence;
}

function ended({ completedAt, createdAt }: Review): number {
  return completedAt ?? createdAt;
}

/** The latest changes, without what was told of the time before. `evidence` is the newest first. */
export function latest(evidence: readonly Evidence[]): readonly Evidence[] {
  return evidence.slice(0, EVIDENCE_LOOKED_AT);
}

/** What is told of the time before the latest changes: the latest of each. */
export const neverForgotten = ['failed', 'escaped', 'drawn'] as const satisfies readonly EvidenceOutcome[];

/** Without what was clean or skipped on a content that came before. `evidence` and the answer are the newest first. */
export function distinct(evidence: readonly Evidence[]): readonly Evidence[] {
  const seen = new Set<string>();
  const first = evidence.toReversed().filter(({ outcome, content }) => {
    const repeated = seen.has(content) && (outcome === 'clean' || outcome === 'skipped');
    seen.add(content);
    return !repeated;
  });
  return first.reverse();
}

/** Whether an outcome is one of a review that took place: only those are evidence (SPEC 7). */
export function wasReviewed(outcome: EvidenceOutcome): boolean {
  return outcome === 'clean' || outcome === 'failed' || outcome === 'unclear';
}
