import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/application/ports/clock.js';

/** What every `Clock` promises. `pass` lets at least so many milliseconds go by. */
export function clockContract(name: string, open: () => { clock: Clock; pass: (milliseconds: number) => void }): void {
  describe(`clock contract: ${name}`, () => {
    it('tells the time in epoch milliseconds', () => {
      const { clock } = open();
      expect(clock.now()).toBeGreaterThan(Date.UTC(2020, 0, 1));
      expect(clock.now()).toBeLessThan(Date.UTC(2200, 0, 1));
    });

    it('moves both of its times forward by what passes', () => {
      const { clock, pass } = open();
      const before = { now: clock.now(), monotonic: clock.monotonic() };
      pass(15);
      expect(clock.now() - before.now).toBeGreaterThanOrEqual(14);
      expect(clock.monotonic() - before.monotonic).toBeGreaterThanOrEqual(14);
    });

    it('never measures a negative duration', () => {
      const { clock } = open();
      const readings = Array.from({ length: 1_000 }, () => clock.monotonic());
      expect(readings).toEqual(readings.toSorted((a, b) => a - b));
    });
  });
}
