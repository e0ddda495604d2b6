import { assurance, horizon, passUnreviewedAtMost, passUnreviewedInTheLongRun, type SamplingPlan } from './bounds.js';
import type { SkipRule } from '../model/policy.js';
import type { PatternStanding } from './standing.js';

/** What the figures of a pattern mean, each in a sentence. */
export function patternSentences(standing: PatternStanding, plan: SamplingPlan): readonly string[] {
  const { reviewed, clean, cleanRateAtLeast: bound, escaped, skipped } = standing;
  const sure = `in ${Math.round(assurance * 100)} of 100 cases`;
  return [
    ...(bound === null
      ? []
      : [
          `${clean} of ${reviewed} reviewed changes were clean: ${sure} at least ${percent(bound)} of all are, ` +
            `so up to ${percent(1 - bound)} may be bad.`,
        ]),
    ...(skipped === 0 ? [] : [`${skipped} were skipped; a bug or a revert was traced to ${escaped} of them.`]),
    `While it skips, ${percent(plan.fraction)} of the changes are drawn for review, and one objection has ` +
      `${plan.cleanRun} in a row reviewed: whatever the creator does, of the next ${horizon.toLocaleString('en')} changes at most ` +
      `${passUnreviewedAtMost(plan)} bad ones pass unreviewed ${sure}, ${percent(passUnreviewedInTheLongRun(plan))} in the long run. ` +
      'Bad is what a review would have objected to.',
  ];
}

/** What keeps every rule of `skip_if` from skipping by the pattern, as it stands; undefined where one would. */
export function ruleObstacle(
  rules: readonly SkipRule[],
  { eligible, confidence }: Pick<PatternStanding, 'eligible' | 'confidence'>,
): string | undefined {
  const learned = rules.filter(({ hasAutoSkipPattern }) => hasAutoSkipPattern === true);
  if (learned.length === 0)
    return 'No rule of the policy skips by a learned pattern (`review_required.skip_if`, `has_auto_skip_pattern`).';
  const met = learned.some(
    ({ minSuccesses = 0, minConfidence = 0 }) =>
      eligible.successes >= minSuccesses && confidence >= minConfidence / 100,
  );
  if (met) return undefined;
  const [{ minSuccesses = 0, minConfidence = 0 } = {}] = learned;
  return (
    `Nothing is skipped before the rule in \`review_required.skip_if\` is met: it asks for ${minSuccesses} successful reviews ` +
    `(${eligible.successes}) and a confidence of ${minConfidence / 100} (${confidence}).`
  );
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 1_000) / 10} %`;
}
