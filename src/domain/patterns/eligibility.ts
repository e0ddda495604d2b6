import type { Evidence } from '../model/pattern.js';
import type { LearningRules } from '../model/policy.js';

/** Whether a pattern may be switched on, and since when. */
export interface Eligibility {
  readonly holds: boolean;
  /** Successes in the lookback period. */
  readonly successes: number;
  /** Their mean confidence, fraction 0-1; null without one. */
  readonly confidence: number | null;
  /** What stands in the way, in a sentence; null where nothing does. */
  readonly obstacle: string | null;
  /** Epoch milliseconds since when it has held; null where it does not. */
  readonly since: number | null;
}

export const dayMs = 24 * 3_600_000;

/** In the lookback period: enough successes, their mean confidence high enough, and no failure (SPEC 3). `evidence` is the newest first. */
export function eligibility(evidence: readonly Evidence[], rules: LearningRules, now: number): Eligibility {
  const { successes, confidence, obstacle } = lookBack(evidence, rules, now);
  const holds = obstacle === null;
  return { holds, successes, confidence, obstacle, since: holds ? heldSince(evidence, rules, now) : null };
}

/** It can begin to hold when a success comes or when a failure leaves the lookback period, and at no other time. */
function heldSince(evidence: readonly Evidence[], rules: LearningRules, now: number): number {
  const span = rules.lookbackDays * dayMs;
  const changes = evidence.flatMap(({ at }) => [at, at + span]).filter((at) => at <= now);
  let since = now;
  for (const at of [...new Set(changes)].sort((a, b) => b - a)) {
    if (lookBack(evidence, rules, at).obstacle !== null) break;
    since = at;
  }
  return since;
}

/** The same without since when it holds, which costs most: for whoever submits a change. */
export function lookBack(
  evidence: readonly Evidence[],
  rules: LearningRules,
  now: number,
): Pick<Eligibility, 'successes' | 'confidence' | 'obstacle'> {
  const { minSuccessfulReviews: needed, minConfidenceAverage, lookbackDays } = rules;
  const recent = evidence.filter(({ at }) => at <= now && at > now - lookbackDays * dayMs);
  const clean = recent.filter(({ outcome }) => outcome === 'clean');
  const confidence = meanOf(clean);
  const found = { successes: clean.length, confidence };
  const failed = recent.find(({ outcome }) => outcome === 'failed' || outcome === 'escaped');
  const period = `in the last ${lookbackDays} days`;
  if (failed !== undefined) {
    const what = failed.outcome === 'failed' ? 'failed' : 'was skipped, and a bug or a revert was traced to it,';
    return { ...found, obstacle: `review ${failed.review} ${what} ${period}` };
  }
  if (clean.length < needed) return { ...found, obstacle: `${clean.length} of ${needed} successful reviews ${period}` };
  const least = minConfidenceAverage / 100;
  if (confidence === null || confidence < least)
    return { ...found, obstacle: `mean confidence ${(confidence ?? 0).toFixed(2)}, needed ${least}` };
  return { ...found, obstacle: null };
}

function meanOf(successes: readonly Evidence[]): number | null {
  if (successes.length === 0) return null;
  return successes.reduce((sum, { confidence }) => sum + confidence, 0) / successes.length / 100;
}
