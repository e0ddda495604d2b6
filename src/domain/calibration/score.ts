import type { JudgedOpinion } from '../model/calibration.js';

/** Judged opinions below which nothing is said of a skill. */
export const leastEvidence = 20;

/** Lower ends of the bins of a reliability table, in percent: where policies draw their lines. */
const binsFrom = [0, 60, 80, 90] as const;

/**
 * Strength of the prior in judged opinions: a reviewer of whom little is known is taken for the average of all (a Beta prior at the base rate; its
 * posterior mean is the shrinkage of Efron and Morris for proportions).
 */
const priorWeight = 10;

export interface ReliabilityBin {
  /** Stated confidence, percent, both ends included. */
  readonly from: number;
  readonly to: number;
  readonly opinions: number;
  readonly right: number;
  /** Fraction 0-1 that is expected to be right, shrunk towards the reviewer's own rate. */
  readonly calibrated: number;
}

export interface Calibration {
  readonly reviewer: string;
  /** Action type; null: all of them. */
  readonly category: string | null;
  readonly opinions: number;
  readonly right: number;
  /** Fraction 0-1: how often the reviewer is right, shrunk towards the rate of all. */
  readonly baseRate: number;
  /** Mean squared error of what it states (Brier 1950), 0 best; null without evidence. */
  readonly brier: number | null;
  /** Of stating the base rate each time. */
  readonly brierOfBaseRate: number | null;
  /** 1 - brier / brierOfBaseRate; null while there is too little evidence or nothing to tell apart. */
  readonly skill: number | null;
  /** 0-1: how much of the stated confidence says something. 0 where it has no skill; null while too little is known. */
  readonly weight: number | null;
  readonly reliability: readonly ReliabilityBin[];
}

/** Each reviewer over all types, then by type; those with most evidence first. */
export function calibrations(judged: readonly JudgedOpinion[]): readonly Calibration[] {
  const all = rateOfAll(judged);
  const names = [...new Set(judged.map(({ reviewer }) => reviewer))].sort();
  return names
    .map((reviewer) => judged.filter((each) => each.reviewer === reviewer))
    .sort((a, b) => b.length - a.length)
    .flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const total = calibration(own, { reviewer: first.reviewer, category: null }, all);
      const types = [...new Set(own.map(({ category }) => category))].sort();
      const byType = types.map((category) =>
        calibration(
          own.filter((each) => each.category === category),
          { reviewer: first.reviewer, category },
          total.baseRate,
        ),
      );
      return [total, ...byType];
    });
}

/** Figures of one reviewer's opinions; `prior`: fraction 0-1 that a reviewer of whom nothing is known is taken to be right. */
export function calibration(
  own: readonly JudgedOpinion[],
  of: Pick<Calibration, 'reviewer' | 'category'>,
  prior: number,
): Calibration {
  const baseRate = rate(own, prior, priorWeight);
  const brier = meanSquare(own, ({ confidence }) => confidence / 100);
  // Against its own plain rate, which is the best that somebody who tells nothing apart could state: skill is never given away.
  const plain = own.length === 0 ? 0 : rightIn(own) / own.length;
  const brierOfBaseRate = meanSquare(own, () => plain);
  const skill =
    own.length < leastEvidence || brier === null || brierOfBaseRate === null || brierOfBaseRate === 0
      ? null
      : 1 - brier / brierOfBaseRate;
  return {
    ...of,
    opinions: own.length,
    right: rightIn(own),
    baseRate,
    brier,
    brierOfBaseRate,
    skill,
    weight: skill === null ? null : Math.min(1, Math.max(0, skill)) * (own.length / (own.length + priorWeight)),
    reliability: reliability(own, baseRate),
  };
}

function reliability(own: readonly JudgedOpinion[], prior: number): readonly ReliabilityBin[] {
  return binsFrom.map((from, index) => {
    const to = (binsFrom[index + 1] ?? 101) - 1;
    const inside = own.filter(({ confidence }) => confidence >= from && confidence <= to);
    return { from, to, opinions: inside.length, right: rightIn(inside), calibrated: rate(inside, prior, priorWeight) };
  });
}

function rightIn(judged: readonly JudgedOpinion[]): number {
  return judged.filter(({ outcome }) => outcome === 'upheld').length;
}

/** How often anybody is right, fraction 0-1; 0.5 where nothing is known. */
export function rateOfAll(judged: readonly JudgedOpinion[]): number {
  return rate(judged, 0.5, 2);
}

/** Mean of the posterior after a Beta prior with this mean, worth so many opinions. */
function rate(judged: readonly JudgedOpinion[], prior: number, weight: number): number {
  return (rightIn(judged) + prior * weight) / (judged.length + weight);
}

function meanSquare(judged: readonly JudgedOpinion[], stated: (each: JudgedOpinion) => number): number | null {
  if (judged.length === 0) return null;
  const error = (each: JudgedOpinion) => (stated(each) - (each.outcome === 'upheld' ? 1 : 0)) ** 2;
  return judged.reduce((sum, each) => sum + error(each), 0) / judged.length;
}
