import type { AttemptRefused, JournalEvent, Recorded, ReviewEvent } from '../model/event.js';

const hour = 3_600_000;

/** How long one and the same attempt stands for its repetitions, in milliseconds. */
const sameWithin = hour;

/** Attempts without a credential that one review keeps in a day; whoever has none can call itself anything. */
const unprovedMost = 20;
const unprovedWithin = 24 * hour;

const unprovedCodes: readonly string[] = ['token_needed', 'unknown_token', 'human_needed'];

/** What an attempt is compared with. */
export type Happened = Pick<Recorded<JournalEvent>, 'type' | 'data' | 'at'>;

/**
 * Whether a refused attempt adds to the record of a review (SPEC 5.1). Of whom a token proves it always does: that agent can
 * be revoked. Without a credential the same within an hour says nothing new, and all of them are bounded by the day: else
 * anybody could make the journal grow by asking again.
 */
export function addsToRecord(history: readonly Happened[], attempt: AttemptRefused, now: number): boolean {
  if (!unprovedCodes.includes(attempt.code)) return true;
  const earlier = history.flatMap(({ type, data, at }) => {
    const event = { type, data } as ReviewEvent;
    return event.type === 'attempt_refused' ? [{ data: event.data, at }] : [];
  });
  if (earlier.some(({ at, data }) => now - at < sameWithin && isSame(data, attempt))) return false;
  const unproved = earlier.filter(({ at, data }) => now - at < unprovedWithin && unprovedCodes.includes(data.code));
  return unproved.length < unprovedMost;
}

function isSame(one: AttemptRefused, other: AttemptRefused): boolean {
  return one.verb === other.verb && one.code === other.code && one.actor === other.actor;
}
