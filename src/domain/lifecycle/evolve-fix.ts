import type { Recorded, ReviewEvent } from '../model/event.js';
import type { FixCase } from '../model/fix.js';
import type { Review } from '../model/review.js';

/** The fix loop of `review` after the event that led to it; undefined where there is none. */
export function evolveFix({ fix }: Review, recorded: Recorded): FixCase | undefined {
  const event = { type: recorded.type, data: recorded.data } as ReviewEvent;
  if (event.type === 'fix_loop_started')
    return { ...event.data, attempts: [], earlier: [], since: recorded.at, ended: null, applied: null };
  if (fix === undefined) return undefined;
  switch (event.type) {
    case 'fix_attempted':
      return { ...fix, attempts: [...fix.attempts, event.data], since: recorded.at };
    case 'review_decided':
      return { ...fix, since: recorded.at };
    case 'fix_loop_ended':
      return { ...fix, ended: event.data };
    case 'fix_applied':
      return { ...fix, applied: event.data };
    default:
      return fix;
  }
}
