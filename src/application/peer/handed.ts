import type { Principal } from '../../domain/model/agent.js';
import type { AwaitedSeat } from '../../domain/model/awaited.js';
import { refuse, isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { seatName } from '../../domain/model/seat.js';
import { asPeerReview, seatFor, seatOfNonce } from '../../domain/peer/assignment/handed.js';
import { mayNotReview } from '../../domain/peer/assignment/may-review.js';
import { notNow } from '../../domain/peer/submission/state.js';
import { given } from '../awaited/given.js';
import { weigh } from '../weigh.js';
import type { PacketDocument, StartedReview } from '../peer-review.js';
import { dutyOf } from '../prompt/duty.js';
import { iso } from '../queries/to-document.js';
import type { PeerDependencies } from './dependencies.js';
import { packetOf } from './packet/packet.js';
import { record, refused, type Verdict } from './record.js';
import { people, rosterFor, type People } from './roster.js';
import { readSubmission, type Submitting } from './submission.js';

/** Begins with the next seat that a round has handed to the caller. Again: the nonce before is spent. */
export async function startSeat(
  on: PeerDependencies,
  id: string,
  principal: Principal,
): Promise<StartedReview | Refusal> {
  const everybody = await people(on.store);
  const nonce = on.newNonce();
  const nonceDigest = on.digest(nonce);
  const started = await record(on, id, principal.name, ({ review }) =>
    claim(on, review, { principal, everybody, nonceDigest }),
  );
  if (isRefusal(started)) return started;
  const seat = seatOfNonce(started, nonceDigest);
  if (seat === undefined) throw new Error(`review ${id} lost the seat that ${principal.name} has just started`);
  return { review: id, nonce, leaseUntil: iso(seat.dueAt), packet: await seatPacket(on, started, seat) };
}

interface Claiming {
  readonly principal: Principal;
  readonly everybody: People;
  readonly nonceDigest: string;
}

function claim(on: PeerDependencies, review: Review, { principal, everybody, nonceDigest }: Claiming): Verdict {
  const { name } = principal;
  const seat = seatFor(review, name);
  if (seat === undefined) return refused(noSeat(review, name), { verb: 'start', actor: name });
  const obstacle = mayNotReview(
    asPeerReview(review, seat),
    { principal, context: on.context },
    rosterFor(review, everybody),
  );
  if (obstacle !== undefined) return refused(obstacle, { verb: 'start', actor: name });
  if (seat.dueAt < on.clock.now()) return refused(ended(review, seat));
  const context = on.context === undefined ? {} : { context: on.context };
  return {
    events: [{ type: 'seat_claimed', data: { seat: seatName(seat.seat), by: name, nonceDigest, ...context } }],
  };
}

/** The opinion of a handed seat; the decision with it where it was the last that the round waited for. */
export async function submitSeat(submitting: Submitting, review: Review): Promise<Verdict> {
  const { on, ask, principal } = submitting;
  const { name } = principal;
  const now = on.clock.now();
  const nonceDigest = on.digest(ask.nonce);
  const seat = seatOfNonce(review, nonceDigest) ?? seatFor(review, name);
  if (seat === undefined) return refused(noSeat(review, name), { verb: 'submit', actor: name });
  if (seat.dueAt < now) return refused(ended(review, seat));
  const opinion = readSubmission(submitting, asPeerReview(review, seat), now);
  if ('refusal' in opinion) return opinion;
  const weighed = await weigh(on.store, review, { ...opinion, seat: seat.seat });
  return { events: given(review, [{ opinion: weighed, by: name, nonceDigest }], { digest: on.digest, now }) };
}

/** What the agent of a started seat must read. */
export async function readSeatPacket(
  on: PeerDependencies,
  review: Review,
  principal: Principal,
): Promise<PacketDocument | Refusal> {
  const seat = seatFor(review, principal.name);
  if (seat === undefined) return noSeat(review, principal.name);
  return seat.nonceDigest === null ? notNow({ ...review, status: 'pending' }, 'read') : seatPacket(on, review, seat);
}

async function seatPacket(on: PeerDependencies, review: Review, seat: AwaitedSeat): Promise<PacketDocument> {
  const own = asPeerReview(review, seat);
  const packet = await packetOf(on, { review: own, history: [] }, seat.agent);
  const told = (review.awaited?.told ?? []).map(({ label, text }) => `${label}:\n${text}`);
  return { ...packet, facts: [...packet.facts, ...told], duty: dutyOf(seat.seat.role) };
}

function noSeat(review: Review, name: string): Refusal {
  if (review.status !== 'in_progress') return notNow(review, 'started');
  return refuse(
    'not_the_reviewer',
    `no seat of review ${review.id} waits for ${name}`,
    'see `list_reviews` with mine: to_do for what is yours',
  );
}

function ended({ id }: Review, { seat, dueAt }: AwaitedSeat): Refusal {
  return refuse(
    'lease_ended',
    `the time of ${seatName(seat)} on review ${id} ended at ${new Date(dueAt).toISOString()}`,
    'see `list_reviews` with mine: to_do for what is yours',
  );
}
