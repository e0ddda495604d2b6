import { setTimeout } from 'node:timers/promises';

/** Ends early, and without an error, when the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
}
