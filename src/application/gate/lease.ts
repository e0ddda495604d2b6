import type { Clock } from '../ports/clock.js';

/** Beside the time of two answers: until then a process that says nothing is believed to live. Milliseconds. */
const spare = 5 * 60_000;

/** Epoch milliseconds until which a process that works on a gate may be silent. */
export function leaseFrom({ clock }: { readonly clock: Clock }, timeoutMs: number): number {
  return clock.now() + timeoutMs + spare;
}
