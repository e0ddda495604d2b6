import { escalated } from '../../domain/escalation/escalate.js';
import type { Digest } from '../../domain/findings/fingerprint.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import { openSeats } from '../../domain/model/awaited.js';
import { openContests } from '../../domain/model/contest.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import { noOpinion } from '../../domain/model/opinion.js';
import type { Review } from '../../domain/model/review.js';
import { handedSeats, isThirdSeat, owedBy } from '../../domain/peer/owed.js';
import { given } from '../awaited/given.js';
import { fireDue } from '../deadlines/fire-due.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import { people, takeOver, type People } from './roster.js';

interface HandingOn {
  readonly store: Store;
  readonly clock: Clock;
  readonly digest: Digest;
}

/** Nobody has so many: the queue of one is a few (SPEC 5.4). */
const most = 10_000;

/**
 * What waited for an agent that was revoked goes on at once: to the next of the line, a contest to a person, and a seat of a round that waits for
 * several counts as not reviewed (SPEC 2, rule 1). Asked again it does what was left of it, and nothing twice.
 */
export async function handOn(on: HandingOn, name: string): Promise<void> {
  const everybody = await people(on.store);
  const now = on.clock.now();
  for (const id of await waitingFor(on.store, name))
    await fireDue(on.store, { stream: `review/${id}`, now }, (history) => {
      const review = fold(history);
      const events = review === undefined ? [] : moved(review, name, { everybody, digest: on.digest, now });
      return events.length === 0 ? undefined : events;
    });
}

const undecided: readonly Review['status'][] = ['pending', 'pending_re_review', 'in_progress'];

async function waitingFor(store: Store, name: string): Promise<ReadonlySet<string>> {
  const status = [...undecided, 'changes_requested', 'escalated'] as const;
  const rows = await store.listReviews({ owedBy: [name], status, limit: most });
  const seats = await store.listReviews({ owedBy: [handedSeats], status: ['in_progress'], limit: most });
  return new Set([...rows, ...seats].map(({ id }) => id));
}

interface Moving {
  readonly everybody: People;
  readonly digest: Digest;
  readonly now: number;
}

function moved(review: Review, name: string, on: Moving): readonly ReviewEvent[] {
  const reason = `${name} was revoked`;
  if (review.peer === null) return withoutSeats(review, name, on);
  const isReviewer = undecided.includes(review.status) || isThirdSeat(review);
  if (isReviewer && owedBy(review) === name)
    return [{ type: 'review_assigned', data: takeOver(review, on.everybody, reason) }];
  if (review.status !== 'changes_requested' || !openContests(review).some(({ judge }) => judge === name)) return [];
  const why = `${reason} before it judged a contest`;
  return [escalated(review, { trigger: 'nobody_free', reason: why, by: 'countersign' }, on.now)];
}

function withoutSeats(review: Review, name: string, on: Moving): readonly ReviewEvent[] {
  const seats = openSeats(review).filter(({ agent }) => agent === name);
  if (seats.length === 0) return [];
  const detail = `${name} was revoked before it answered`;
  return given(
    review,
    seats.map(({ seat }) => ({ opinion: noOpinion(seat, { kind: 'cancelled', detail }, 0) })),
    on,
  );
}
