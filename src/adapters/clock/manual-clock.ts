import type { Clock } from '../../application/ports/clock.js';

/** A clock that stands still until it is told to move, for tests and simulations. */
export class ManualClock implements Clock {
  #now: number;
  #monotonic = 0;

  /** `now` in epoch milliseconds. */
  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** Lets `milliseconds` pass. Throws `RangeError` when negative: time is set back with `set`. */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError(`time passes forward, got ${milliseconds} ms`);
    this.#now += milliseconds;
    this.#monotonic += milliseconds;
  }

  /** Sets the wall clock, forward or back, as an administrator does; durations do not notice. */
  set(now: number): void {
    this.#now = now;
  }
}
