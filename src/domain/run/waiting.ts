import type { Run } from '../model/run.js';

/** Since when a run waits for a person, epoch milliseconds; null while agents can still settle it, or nothing is to be settled. */
export function waitingSince({ status, pause }: Run): number | null {
  if (status !== 'paused' || pause === null || pause.cause === 'concerns') return null;
  return pause.since;
}
