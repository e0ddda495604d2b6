import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgedOpinion } from '../model/calibration.js';
import { calibrations, leastEvidence } from './score.js';

function said(confidence: number, right: number, wrong: number, reviewer = 'critic'): JudgedOpinion[] {
  const one = (outcome: JudgedOpinion['outcome']) => ({ reviewer, category: 'feature', confidence, outcome });
  return [
    ...Array.from({ length: right }, () => one('upheld')),
    ...Array.from({ length: wrong }, () => one('escaped')),
  ];
}

const of = (judged: readonly JudgedOpinion[], reviewer = 'critic') => {
  const found = calibrations(judged).find((each) => each.reviewer === reviewer && each.category === null);
  if (found === undefined) throw new Error('no calibration');
  return found;
};

describe('calibration', () => {
  it('gives weight to who is sure where it is right, and none to who is always sure', () => {
    const sharp = of([...said(95, 38, 2), ...said(20, 4, 16)]);
    expect(sharp.brier).toBeCloseTo((38 * 0.05 ** 2 + 2 * 0.95 ** 2 + 4 * 0.8 ** 2 + 16 * 0.2 ** 2) / 60, 10);
    expect(sharp.weight).toBeGreaterThan(0.4);
    const blunt = of([...said(99, 30, 30)]);
    expect([blunt.skill !== null && blunt.skill < 0, blunt.weight]).toEqual([true, 0]);
  });

  it('says nothing of a skill before there is enough evidence', () => {
    expect(of(said(90, leastEvidence - 2, 1)).weight).toBeNull();
    expect(of(said(90, leastEvidence - 1, 1)).weight).not.toBeNull();
  });

  it('takes who is hardly known for the average of all', () => {
    const judged = [...said(90, 90, 10, 'known'), ...said(90, 0, 1)];
    expect(of(judged).baseRate).toBeGreaterThan(0.7);
    expect(of(judged, 'known').baseRate).toBeGreaterThan(of(judged).baseRate);
  });

  const any = fc.array(
    fc.record({
      reviewer: fc.constantFrom('a', 'b', 'c'),
      category: fc.constantFrom('feature', 'bug_fix'),
      confidence: fc.integer({ min: 0, max: 100 }),
      outcome: fc.constantFrom<JudgedOpinion['outcome']>('upheld', 'refuted', 'escaped', 'reverted', 'overruled'),
    }),
    { maxLength: 80 },
  );

  it('is bounded, counts each opinion in one bin, and does not hang on the order', () => {
    fc.assert(
      fc.property(any, (judged) => {
        const found = calibrations(judged);
        for (const { opinions, right, baseRate, brier, weight, reliability } of found) {
          expect(reliability.reduce((sum, bin) => sum + bin.opinions, 0)).toBe(opinions);
          expect(reliability.reduce((sum, bin) => sum + bin.right, 0)).toBe(right);
          expect(baseRate > 0 && baseRate < 1).toBe(true);
          expect(brier !== null && brier >= 0 && brier <= 1).toBe(true);
          expect(weight === null || (weight >= 0 && weight < 1)).toBe(true);
        }
        const bare = (all: typeof found) =>
          all.map(({ reviewer, category, opinions, right }) => [reviewer, category, opinions, right]).sort();
        expect(bare(calibrations([...judged].reverse()))).toEqual(bare(found));
      }),
    );
  });

  it('never gives weight to who states the same each time: no skill, no influence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.nat(60), fc.nat(60), (confidence, right, wrong) => {
        fc.pre(right + wrong >= leastEvidence);
        const { weight } = of(said(confidence, right, wrong));
        expect(weight === null || weight < 1e-9).toBe(true);
      }),
    );
  });
});
