import type { Clock } from '../../application/ports/clock.js';

/** Time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
