import type { CriterionAnswer, Opinion } from '../../model/opinion.js';
import type { Criterion } from '../../model/review.js';
import type { Round } from './round.js';
import { isSettled } from './settled.js';

export interface AnsweredCriterion {
  readonly criterion: Criterion;
  readonly answer: boolean | null;
  readonly reason: string;
  /** True when a seat said false only because of findings that a person has settled since. */
  readonly settled: boolean;
}

/**
 * One answer for each criterion over all seats. A single `false` wins over any `true`: an objection is not outvoted
 * (SPEC 2, rule 5). `null` remains only when no seat checked it.
 */
export function answers(
  round: Pick<Round, 'criteria' | 'opinions' | 'counting' | 'settled'>,
): readonly AnsweredCriterion[] {
  return round.criteria.map((criterion) => {
    const stated = round.opinions.flatMap((opinion) => given(opinion, criterion));
    const seen = stated.map(({ opinion, entry }) =>
      isSettled(opinion, entry, round) ? { ...withoutFindings(entry), settled: true } : { ...entry, settled: false },
    );
    const settled = seen.some((entry) => entry.settled);
    const refused = seen.find((entry) => entry.answer === false);
    if (refused !== undefined) return { criterion, answer: false, reason: refused.reason ?? 'answered false', settled };
    if (seen.some((entry) => entry.answer === true)) return { criterion, answer: true, reason: '', settled };
    return { criterion, answer: null, reason: seen[0]?.reason ?? 'no reviewer answered it', settled };
  });
}

function given(opinion: Opinion, { name }: Criterion) {
  const entry = Object.hasOwn(opinion.checklist, name) ? opinion.checklist[name] : undefined;
  return entry === undefined ? [] : [{ opinion, entry }];
}

/** What the seat would have said without the findings against the criterion. */
function withoutFindings({ unchecked }: CriterionAnswer): CriterionAnswer {
  return unchecked === undefined ? { answer: true } : { answer: null, reason: unchecked };
}
