/** Attempts after which a delivery is dead. With the waits below they span a day and a half. */
export const attemptsAtMost = 12;

const firstWaitMs = 5_000;
const growth = 4;
const longestWaitMs = 6 * 3_600_000;
/** Part of a wait by which it varies, so that what failed together is not tried together again. */
const spread = 0.2;

/**
 * Milliseconds to wait after the given number of failed attempts (from 1), undefined when nobody tries again. `fraction` is
 * random in [0, 1). A longer wait that the receiver asked for is kept to up to the longest wait.
 */
export function waitAfter(failed: number, fraction: number, askedMs = 0): number | undefined {
  if (failed >= attemptsAtMost) return undefined;
  const wait = Math.min(firstWaitMs * growth ** (failed - 1), longestWaitMs);
  const varied = Math.round(wait * (1 - spread + 2 * spread * fraction));
  return Math.max(varied, Math.min(askedMs, longestWaitMs));
}
