import type { PatternEvent, Recorded } from '../model/event.js';
import type { Notification, NotificationWords, Recipient } from '../model/notification.js';
import type { PatternKey } from '../model/pattern.js';

const word = 'pattern_eligible_for_skip';

/** As `notificationFor`, of a pattern: whom the policy has told that it may be switched on. */
export function notificationForPattern(recorded: Recorded<PatternEvent>): Notification | undefined {
  const event = { type: recorded.type, data: recorded.data } as PatternEvent;
  if (event.type !== 'pattern_suggested') return undefined;
  const { tell: recipients = [], successes } = event.data;
  if (recipients.length === 0) return undefined;
  return { word, recipients, detail: `${successes} successful reviews, eligible for a week` };
}

/** Whom the policy has told of a suggestion: no reviewer is concerned. */
export function toldOfSuggestion({ creator }: PatternKey, words: NotificationWords): readonly Recipient[] {
  return [
    ...(words.creator.includes(word) ? [{ party: 'creator', name: creator } as const] : []),
    ...(words.human.includes(word) ? [{ party: 'human', name: null } as const] : []),
  ];
}
