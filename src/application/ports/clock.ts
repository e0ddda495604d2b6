/** Time, from outside. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds from an arbitrary start, for durations. */
  monotonic(): number;
}
