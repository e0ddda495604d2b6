import { assurance, horizon, passUnreviewedAtMost, passUnreviewedInTheLongRun, type SamplingPlan } from './bounds.js';
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

function percent(fraction: number): string {
  return `${Math.round(fraction * 1_000) / 10} %`;
}
