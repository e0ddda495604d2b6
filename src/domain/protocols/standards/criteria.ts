import type { Opinion } from '../../model/opinion.js';
import type { Criterion } from '../../model/review.js';

export interface AnsweredCriterion {
  readonly criterion: Criterion;
  readonly answer: boolean | null;
  readonly reason: string;
}

/**
 * One answer for each criterion over all seats. A single `false` wins over any `true`: an objection is not outvoted
 * (SPEC 2, rule 5). `null` remains only when no seat checked it.
 */
export function answers(criteria: readonly Criterion[], opinions: readonly Opinion[]): readonly AnsweredCriterion[] {
  return criteria.map((criterion) => {
    const given = opinions.flatMap((opinion) => opinion.checklist[criterion.name] ?? []);
    const refused = given.find((entry) => entry.answer === false);
    if (refused !== undefined) return { criterion, answer: false, reason: refused.reason ?? 'answered false' };
    if (given.some((entry) => entry.answer === true)) return { criterion, answer: true, reason: '' };
    return { criterion, answer: null, reason: given[0]?.reason ?? 'no reviewer answered it' };
  });
}
