import type { Recorded, ReviewEvent, ReviewRequested } from '../model/event.js';
import type { Notification, NotificationWord, NotificationWords, Recipient } from '../model/notification.js';
import type { Review } from '../model/review.js';
import { personSeat } from '../model/seat.js';
import { findingsText } from './findings-text.js';
import { wordOfDeadline, wordOfOutcome } from './words.js';

/** What an event would tell, before the policy says who wants to hear it. */
interface News {
  readonly word: NotificationWord | undefined;
  /** Names of the reviewers concerned; default: whoever reviews now. */
  readonly reviewers?: readonly string[];
  /** Name of the responsible person. */
  readonly person?: string | null;
  readonly detail?: string | undefined;
}

/**
 * The notification that an event of a review causes under the words in force for it, undefined where nobody wants to hear of
 * it. `review` is the state after the event. Reviewers that work at once are told nothing: they are asked, not notified.
 */
export function notificationFor(
  event: Recorded,
  review: Review,
  words: NotificationWords = review.notifications,
): Notification | undefined {
  // The type of an event picks the function that takes its data.
  const tell = news[event.type] as ((data: unknown, review: Review) => News) | undefined;
  const told = tell?.(event.data, review);
  if (told?.word === undefined) return undefined;
  const recipients = recipientsOf(told, told.word, review, words);
  return recipients.length === 0 ? undefined : { word: told.word, recipients, detail: told.detail ?? null };
}

function recipientsOf(
  { reviewers, person = null }: News,
  word: NotificationWord,
  review: Review,
  words: NotificationWords,
): readonly Recipient[] {
  const recipients: Recipient[] = [];
  if (words.creator.includes(word))
    recipients.push({ party: 'creator', name: review.peer?.request.by ?? review.creator });
  if (words.reviewer.includes(word))
    recipients.push(...(reviewers ?? reviewing(review)).map((name) => ({ party: 'reviewer', name }) as const));
  if (words.human.includes(word)) recipients.push({ party: 'human', name: person });
  return recipients;
}

/** Whoever answers later than at once: a peer with an assignment, or the seats that wait for somebody. */
function reviewing({ peer, reviewer, seats }: Review): readonly string[] {
  if (peer === null) return waitingSeats(seats);
  const name = reviewer ?? peer.assignment?.reviewer;
  return name === undefined ? [] : [name];
}

function waitingSeats(seats: readonly string[]): readonly string[] {
  return seats.flatMap((seat) => {
    if (seat === personSeat) return ['human'];
    return seat.endsWith('@mcp') ? [seat.slice(0, -'@mcp'.length)] : [];
  });
}

type DataOf<T extends ReviewEvent['type']> = Extract<ReviewEvent, { readonly type: T }>['data'];

type Tellers = { readonly [T in ReviewEvent['type']]?: (data: DataOf<T>, review: Review) => News };

/** Events that are not here are told to nobody. */
const news: Tellers = {
  review_requested: (data) => requested(data),
  review_assigned: ({ reviewer, reason, called }) =>
    reviewer === null || called === true
      ? { word: undefined }
      : { word: 'review_requested', reviewers: [reviewer], detail: reason },
  // What the creator says about the change is not told: a first pass is blind to it (SPEC 9).
  review_revised: () => ({ word: 'creator_revised' }),
  review_skipped: ({ decision }) => ({ word: 'review_skipped', detail: decision.rules[0]?.reason }),
  review_decided: ({ findings, decision }) => ({
    word: wordOfOutcome[decision.outcome],
    detail: findingsText(findings),
  }),
  // Whoever stopped it knows.
  review_interrupted: ({ stopped }) =>
    stopped === true
      ? { word: undefined }
      : { word: 'review_inconclusive', detail: 'the review ended before it was decided' },
  review_withdrawn: ({ reason }) => ({ word: 'review_withdrawn', detail: reason }),
  review_escalated: ({ reason }, { escalation }) => ({
    word: 'review_escalated',
    person: escalation?.assignee ?? null,
    detail: reason,
  }),
  escalation_changed: ({ assignee }, { escalation }) =>
    assignee === undefined
      ? { word: undefined }
      : { word: 'review_escalated', person: assignee, detail: escalation?.reason },
  escalation_expired: (_, { escalation }) => ({
    word: 'decision_expired',
    person: escalation?.assignee ?? null,
    detail: "nobody decided in time, so the reviewer's position stands",
  }),
  person_decided: ({ outcome, note }) => ({ word: wordOfOutcome[outcome], detail: note }),
  deadline_fired: ({ kind }, { escalation }) => ({
    word: wordOfDeadline[kind],
    person: escalation?.assignee ?? null,
  }),
  finding_contested: ({ judge, argument }) => ({
    word: 'finding_contested',
    reviewers: [judge],
    detail: argument,
  }),
  clarification_asked: ({ reviewer, contradictions }) => ({
    word: 'clarification_asked',
    reviewers: [reviewer],
    detail: contradictions.join('; '),
  }),
};

/** Among peers the assignment tells it, and who it is. */
function requested({ peer, seats }: ReviewRequested): News {
  return peer === undefined ? { word: 'review_requested', reviewers: waitingSeats(seats) } : { word: undefined };
}
