import type { Finding } from '../../model/finding.js';
import type { CriterionAnswer, Opinion } from '../../model/opinion.js';
import type { Criterion } from '../../model/review.js';
import type { Round } from './round.js';
import { minorAgainst, settling } from './settled.js';

export interface AnsweredCriterion {
  readonly criterion: Criterion;
  readonly answer: boolean | null;
  readonly reason: string;
  /** Findings that a person settled, where a seat said false because of them alone. */
  readonly settled: readonly Finding[];
  /** Minor findings that count and speak against it without making it false. */
  readonly minor: readonly Finding[];
}

/** A round with what its opinions answered, which several rules look at. */
export interface AnsweredRound extends Round {
  readonly answered: () => readonly AnsweredCriterion[];
}

/**
 * The round with its answers, which are looked for when a rule asks for them. Neither by a getter nor added to a copy: both give each
 * round a shape that no other has, and every rule would look up anew where its fields are.
 */
export function answering(round: Round): AnsweredRound {
  let known: readonly AnsweredCriterion[] | undefined;
  return { answered: () => (known ??= answers(round)), ...round };
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
    const seen = stated.map(({ opinion, entry }) => {
      const settled = settling(opinion, entry, round);
      return { ...(settled.length === 0 ? entry : withoutFindings(entry)), settled };
    });
    const settled = [...new Set(seen.flatMap((entry) => entry.settled))];
    const minor = [...new Set(stated.flatMap(({ entry }) => minorAgainst(entry, round)))];
    const refused = seen.find((entry) => entry.answer === false);
    if (refused !== undefined)
      return { criterion, answer: false, reason: refused.reason ?? 'answered false', settled, minor };
    if (seen.some((entry) => entry.answer === true)) return { criterion, answer: true, reason: '', settled, minor };
    return { criterion, answer: null, reason: seen[0]?.reason ?? 'no reviewer answered it', settled, minor };
  });
}

function given(opinion: Opinion, { name }: Criterion) {
  const entry = Object.hasOwn(opinion.checklist, name) ? opinion.checklist[name] : undefined;
  if (entry === undefined) return [];
  const guest = entry.answer === true && opinion.seat.advisory === true;
  return [
    {
      opinion,
      entry: guest ? { answer: null, reason: 'met only in the eyes of a seat the policy does not name' } : entry,
    },
  ];
}

/** What the seat would have said without the findings against the criterion. */
function withoutFindings({ unchecked }: CriterionAnswer): CriterionAnswer {
  return unchecked === undefined ? { answer: true } : { answer: null, reason: unchecked };
}
