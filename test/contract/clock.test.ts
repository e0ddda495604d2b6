import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/adapters/clock/manual-clock.js';
import { systemClock } from '../../src/adapters/clock/system-clock.js';
import { clockContract } from './clock.js';

clockContract('system', () => ({
  clock: systemClock,
  pass: (milliseconds) => {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
  },
}));

clockContract('manual', () => {
  const clock = new ManualClock();
  return { clock, pass: (milliseconds) => clock.advance(milliseconds) };
});

describe('manual clock', () => {
  it('stands still until it is moved', () => {
    const clock = new ManualClock(5);
    expect([clock.now(), clock.now(), clock.monotonic()]).toEqual([5, 5, 0]);
  });

  it('lets the wall clock be set back without a negative duration', () => {
    const clock = new ManualClock(5_000);
    clock.set(1_000);
    expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0]);
  });

  it('refuses to let time pass backwards', () => {
    expect(() => new ManualClock().advance(-1)).toThrow(RangeError);
    expect(() => new ManualClock().advance(Number.NaN)).toThrow(RangeError);
  });
});
