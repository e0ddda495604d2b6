import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptsAtMost, waitAfter } from './back-off.js';

describe('the wait after a failed delivery', () => {
  it('grows fourfold from five seconds to six hours', () => {
    const waits = Array.from({ length: attemptsAtMost }, (_, index) => waitAfter(index + 1, 0.5));
    const hours = 3_600_000;
    expect(waits.slice(0, 6)).toEqual([5_000, 20_000, 80_000, 320_000, 1_280_000, 5_120_000]);
    expect(waits.slice(6)).toEqual([20_480_000, 6 * hours, 6 * hours, 6 * hours, 6 * hours, undefined]);
  });

  it('varies by a fifth at most and never shrinks from one attempt to the next', () => {
    const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: attemptsAtMost - 1 }), fraction, (failed, where) => {
        const middle = waitAfter(failed, 0.5)!;
        const wait = waitAfter(failed, where)!;
        expect(wait).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
        expect(wait).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
        expect(waitAfter(failed + 1, where) ?? Infinity).toBeGreaterThanOrEqual(wait);
      }),
    );
  });

  it('is as long as the receiver asks for, but no longer than six hours', () => {
    expect(waitAfter(1, 0.5, 60_000)).toBe(60_000);
    expect(waitAfter(1, 0.5, 1_000)).toBe(5_000);
    expect(waitAfter(1, 0.5, 10 ** 12)).toBe(6 * 3_600_000);
    expect(waitAfter(attemptsAtMost, 0.5, 60_000)).toBe(undefined);
  });
});
