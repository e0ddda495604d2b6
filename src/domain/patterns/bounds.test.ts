import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { cleanRateAtLeast, outgoingQualityLimit, passUnreviewedAtMost, passUnreviewedInTheLongRun } from './bounds.js';

describe('the lower bound of the clean rate', () => {
  it('says that ten clean reviews bound the bad rate at about 24 %', () => {
    expect(1 - cleanRateAtLeast(10, 10)).toBeCloseTo(0.238, 3);
  });

  it('is the quantile of a beta distribution: 0.05^(1/(n+1)) where all were clean', () => {
    for (const reviewed of [0, 1, 20, 59, 256])
      expect(cleanRateAtLeast(reviewed, reviewed)).toBeCloseTo(0.05 ** (1 / (reviewed + 1)), 9);
    // The 5 % quantile of Beta(19, 3).
    expect(cleanRateAtLeast(18, 20)).toBeCloseTo(0.7294, 3);
  });

  it('grows with clean reviews and falls with failed ones', () => {
    const counts = fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 }));
    fc.assert(
      fc.property(counts, ([clean, failed]) => {
        const bound = cleanRateAtLeast(clean, clean + failed);
        expect(cleanRateAtLeast(clean + 1, clean + failed + 1)).toBeGreaterThan(bound);
        expect(cleanRateAtLeast(clean, clean + failed + 1)).toBeLessThan(bound);
      }),
    );
  });
});

describe('the bound on bad changes that pass unreviewed', () => {
  const plan = { cleanRun: 20, fraction: 0.5 };

  it('is below 5 % in the long run with the default plan, and lower for a creator that never changes', () => {
    expect(passUnreviewedInTheLongRun(plan)).toBeCloseTo(1 / 22, 9);
    expect(outgoingQualityLimit(plan)).toBeLessThan(passUnreviewedInTheLongRun(plan) / 2);
  });

  it('is more than Dodge promises for a creator whose rate stays the same, since nobody promises that', () => {
    const plans = fc.record({
      cleanRun: fc.integer({ min: 1, max: 200 }),
      fraction: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    });
    fc.assert(
      fc.property(plans, (any) => {
        expect(outgoingQualityLimit(any)).toBeLessThanOrEqual(passUnreviewedInTheLongRun(any));
      }),
      { numRuns: 50 },
    );
  });

  it('lies above the long run for a finite number of changes, and comes near it for many', () => {
    const rate = (changes: number) => passUnreviewedAtMost(plan, changes) / changes;
    expect(rate(100)).toBeGreaterThan(rate(1_000));
    expect(rate(1_000)).toBeGreaterThan(passUnreviewedInTheLongRun(plan));
    expect(rate(20_000)).toBeLessThan(passUnreviewedInTheLongRun(plan) * 1.15);
  });

  it('is nothing where everything is reviewed, and never more than all', () => {
    expect(passUnreviewedAtMost({ cleanRun: 20, fraction: 1 })).toBe(0);
    expect(passUnreviewedAtMost({ cleanRun: 1, fraction: 0.01 }, 10)).toBe(10);
  });
});
