import type { Recorded, ReviewEvent } from '../model/event.js';
import { refuse, type Refusal } from '../model/refusal.js';
import type { SpooledEntry } from '../model/spool.js';

/** What a person was looking at is another thing after one of these. */
const changesTheQuestion: readonly ReviewEvent['type'][] = [
  'opinion_submitted',
  'review_decided',
  'review_escalated',
  'escalation_changed',
  'escalation_expired',
  'person_decided',
];

/**
 * Why the word of a person on a review does not count any more: the review went on after it was given, so it was given on
 * something else (SPEC 2, rule 3). What agents hand in names its content itself.
 */
export function overtaken({ verb, at }: SpooledEntry, history: readonly Recorded[]): Refusal | undefined {
  if (verb !== 'decide' && verb !== 'dispose') return undefined;
  const since = history.filter((event) => event.at > at);
  const revised = since.find(({ type }) => type === 'review_revised');
  const given = `this was handed in at ${new Date(at).toISOString()}`;
  if (revised !== undefined)
    return refuse('content_changed', `${given}, and the content has changed since`, 'look at it, and decide again');
  const other = verb === 'decide' && since.find(({ type }) => changesTheQuestion.some((each) => each === type));
  if (!other) return undefined;
  const what = other.type.replaceAll('_', ' ');
  return refuse('overtaken', `${given}, and the review went on since: ${what}`, 'look at it, and decide again');
}
