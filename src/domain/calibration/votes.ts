import { pairName, type AnalyticsCount } from '../model/analytics.js';
import type { EffectiveVotes, PairAgreement } from '../model/calibration.js';
import { leastEvidence } from './score.js';

/** Strength of the prior in findings, as that of a reviewer's rate. */
const priorWeight = 10;

/**
 * What the models of a panel are worth together (SPEC 7), from counters of what each two raised alike. Undefined while too little is known of each
 * two: each then counts as one vote. `familyOf`: vendor family of a model, where it is known.
 */
export function effectiveVotes(
  models: readonly string[],
  counts: readonly AnalyticsCount[],
  familyOf: (model: string) => string | undefined = () => undefined,
): EffectiveVotes | undefined {
  const known = counts.filter(({ subject }) => subject === 'pair');
  const sum = (measure: AnalyticsCount['measure'], name?: string) =>
    known
      .filter((each) => each.measure === measure && (name === undefined || each.name === name))
      .reduce((total, { count }) => total + count, 0);
  const ofAll = sum('raised_by_both') / Math.max(1, sum('raised_by_either'));
  const pairs = eachTwo(models).flatMap(([one, other]): readonly PairAgreement[] => {
    const name = pairName(one, other);
    const [findings, both] = [sum('raised_by_either', name), sum('raised_by_both', name)];
    if (findings < leastEvidence) return [];
    const agreement = (both + ofAll * priorWeight) / (findings + priorWeight);
    const family = familyOf(one);
    const related = family !== undefined && family === familyOf(other);
    return [{ models: [one, other], findings, both, agreement, ...(related && { family }) }];
  });
  return votesAmong(models, pairs);
}

/**
 * Kish's effective sample size (*Survey Sampling*, 1965) for n votes that each two share: n² / (n + 2 × the sum of their agreements); n where none
 * agree, 1 where all always do.
 */
export function votesAmong(models: readonly string[], known: readonly PairAgreement[]): EffectiveVotes | undefined {
  const pairs = known.filter((pair) => pair.models.every((model) => models.includes(model)));
  if (pairs.length === 0) return undefined;
  const shared = pairs.reduce((sum, { agreement }) => sum + agreement, 0);
  const effective = models.length ** 2 / (models.length + 2 * shared);
  return { models: models.length, effective: Math.floor(effective * 100) / 100, pairs };
}

function eachTwo(models: readonly string[]): readonly (readonly [string, string])[] {
  return models.flatMap((one, index) => models.slice(index + 1).map((other) => [one, other] as const));
}
