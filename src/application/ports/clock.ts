/** Time, from outside. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds from an arbitrary start, for durations. */
  monotonic(): number;
}

/** For waiting: resolves after milliseconds, or at once when the signal aborts. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;
