import type { Principal } from '../../domain/model/agent.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { claim, mayNotReview, notTheReviewer } from '../../domain/peer/assignment/may-review.js';
import { isThirdSeat } from '../../domain/peer/owed.js';
import { notNow } from '../../domain/peer/submission/state.js';
import type { StartedReview } from '../peer-review.js';
import { findReviewRow } from '../queries/find-review.js';
import { iso } from '../queries/to-document.js';
import type { PeerDependencies } from './dependencies.js';
import { startSeat } from './handed.js';
import { isJudge, startJudging } from './judge.js';
import { packetOf } from './packet/packet.js';
import { provedSpeaker } from './principal.js';
import { record, refused, standingOf, type Standing, type Verdict } from './record.js';
import { people, rosterFor, type People } from './roster.js';

const minute = 60_000;

export interface StartAsk {
  readonly review: string;
  /** What the reviewer has so far, for whoever takes over should it fall silent. */
  readonly notes?: string;
}

/**
 * Leases a review to its reviewer, or a waiting one to somebody of its line who comes forward, and gives it the packet and
 * the nonce that its answer must carry. Again by the same reviewer: the lease is renewed, the nonce before is spent.
 */
export async function startReview(on: PeerDependencies, ask: StartAsk): Promise<StartedReview | Refusal> {
  await on.overdue();
  const row = await findReviewRow(on.store, ask.review);
  if (isRefusal(row)) return row;
  const principal = await provedSpeaker(on, row.id, 'start');
  if (isRefusal(principal)) return principal;
  const { review } = await standingOf(on, row.id);
  if (isJudge(review, principal.name)) return startJudging(on, row.id, principal);
  if (review.awaited !== undefined) return startSeat(on, row.id, principal);
  const everybody = await people(on.store);
  const nonce = on.newNonce();
  const started = await record(on, row.id, principal.name, (standing) =>
    start(on, standing, { principal, everybody, nonce, ask }),
  );
  if (isRefusal(started)) return started;
  return {
    review: started.id,
    nonce,
    leaseUntil: iso(started.leaseUntil ?? on.clock.now()),
    packet: await packetOf(on, await standingOf(on, started.id), principal.name),
  };
}

interface Starting {
  readonly principal: Principal;
  readonly everybody: People;
  readonly nonce: string;
  readonly ask: StartAsk;
}

function start(on: PeerDependencies, { review }: Standing, { principal, everybody, nonce, ask }: Starting): Verdict {
  const attempt = { verb: 'start', actor: principal.name };
  const { peer } = review;
  const comer = { principal, context: on.context };
  const roster = rosterFor(review, everybody);
  const obstacle = mayNotReview(review, comer, roster);
  if (obstacle !== undefined) return refused(obstacle, attempt);
  if (peer === null || !isStartable(review)) return refused(notNow(review, 'started'));
  const assigned = peer.assignment === null ? claimed(review, comer, roster) : [];
  if (isRefusal(assigned)) return refused(assigned, attempt);
  const { assignment } = peer;
  // Whoever is called answers through its driver, whatever it is called.
  if (assignment !== null && (assignment.called === true || assignment.reviewer !== principal.name))
    return refused(notTheReviewer(review, principal.name), attempt);
  const leaseUntil = on.clock.now() + peer.terms.silentMinutes * minute;
  const started: ReviewEvent = {
    type: 'review_started',
    data: {
      reviewer: principal.name,
      leaseUntil,
      nonceDigest: on.digest(nonce),
      ...(on.context === undefined ? {} : { context: on.context }),
    },
  };
  const notes = ask.notes?.trim() ?? '';
  const seen: readonly ReviewEvent[] =
    notes === '' ? [] : [{ type: 'reviewer_seen', data: { reviewer: principal.name, leaseUntil, notes } }];
  return { events: [...assigned, started, ...seen] };
}

function isStartable(review: Review): boolean {
  const { status, decision } = review;
  // A third seat is asked beside the question to a person (SPEC 5.6).
  if (isThirdSeat(review)) return true;
  // After a round that came to nothing a person looks at it.
  if (status === 'pending') return decision === null;
  return status === 'pending_re_review' || status === 'in_progress';
}

function claimed(
  review: Review,
  comer: Parameters<typeof claim>[1],
  roster: Parameters<typeof claim>[2],
): readonly ReviewEvent[] | Refusal {
  const place = claim(review, comer, roster);
  if (isRefusal(place)) return place;
  const { name } = comer.principal;
  return [{ type: 'review_assigned', data: { reviewer: name, place, reason: `${name} came forward`, rules: [] } }];
}
