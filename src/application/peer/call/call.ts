import { seatOfAgent } from '../../../domain/model/claim.js';
import { weigh } from '../../weigh.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import type { Opinion } from '../../../domain/model/opinion.js';
import type { CalledAgent, SeatOffer } from '../../../domain/model/peer.js';
import { isRefusal, type Refusal } from '../../../domain/model/refusal.js';
import type { Review } from '../../../domain/model/review.js';
import type { ShownContent } from '../../../domain/objections/marks.js';
import { candidateOf, calledBy, nextToCall } from '../../../domain/peer/assignment/offer.js';
import { mayNotReview } from '../../../domain/peer/assignment/may-review.js';
import { aWorker } from '../../../domain/peer/owed.js';
import type { ReviewRow } from '../../ports/store.js';
import { shownOf } from '../packet/material.js';
import { record, type Verdict } from '../record.js';
import { people, rosterFor, type People } from '../roster.js';
import { unmended } from '../unmended.js';
import { answered } from './answered.js';
import { askedOpinion, claimTerms, type AskDependencies } from './ask.js';

export type { AskDependencies } from './ask.js';

/** Reviews looked up at once. */
const batch = 20;
const minute = 60_000;
/** Beside the agent's own time: to prepare what it reads, and to record. */
const spareMinutes = 5;

/** Reviews with a seat that a worker may call somebody for. */
export function offeredReviews({ store }: Pick<AskDependencies, 'store'>): Promise<readonly ReviewRow[]> {
  return store.listReviews({ owedBy: [aWorker], status: ['pending', 'pending_re_review'], limit: batch });
}

/** What came of one call; undefined where there was nobody left to call. */
export type Called =
  | {
      /** A sentence for the log. */
      readonly said: string;
      /** Whether the review is further than before, so that there may be more to do. */
      readonly moved: boolean;
    }
  | undefined;

/**
 * Calls whoever is next for a seat that nobody claimed in time, and records the opinion (SPEC 9). Safe in any number of processes:
 * one of them takes the seat, and only while nobody came for it. What an agent does wrong is on record and moves the seat on.
 */
export async function callNext(
  on: AskDependencies,
  id: string,
  progress: (step: string) => void,
  signal: AbortSignal,
): Promise<Called> {
  const everybody = await people(on.store);
  const nonce = on.newNonce();
  const nonceDigest = on.digest(nonce);
  const taken = await take(on, id, { everybody, nonceDigest });
  if (taken === undefined) return undefined;
  if (isRefusal(taken)) return { said: taken.message, moved: false };
  if ('obstacle' in taken) return { said: taken.obstacle.message, moved: true };
  const { review, agent } = taken;
  progress(`${agent.name} is called for review ${id}`);
  const opinion = await askedOpinion(on, { review, agent }, progress, signal);
  const shown = await shownOf(on.store.blobs, review);
  const { headTree } = review.change;
  return give(on, id, { agent, opinion, nonceDigest, headTree, shown, stopped: signal.aborted });
}

interface Taken {
  readonly review: Review;
  readonly agent: CalledAgent;
}

async function take(
  on: AskDependencies,
  id: string,
  { everybody, nonceDigest }: { readonly everybody: People; readonly nonceDigest: string },
): Promise<Taken | { readonly obstacle: Refusal } | Refusal | undefined> {
  let agent: CalledAgent | undefined;
  let obstacle: Refusal | undefined;
  const after = await record(on, id, 'countersign', ({ review }): Verdict => {
    const { peer, status } = review;
    const open = status === 'pending' || status === 'pending_re_review';
    agent = peer === null || !open ? undefined : nextToCall(peer);
    const offer = peer?.offer ?? null;
    obstacle = undefined;
    if (offer === null || agent === undefined) return { events: [] };
    obstacle = mayNotReview(review, comer(agent, everybody), rosterFor(review, everybody));
    if (obstacle !== undefined) return { events: [passedOver(offer, agent, obstacle.message)] };
    const leaseUntil = on.clock.now() + (minutesFor(review, agent) + spareMinutes) * minute;
    return {
      events: [
        { type: 'review_assigned', data: calledBy(review, agent, offer.place) },
        { type: 'review_started', data: { reviewer: agent.name, leaseUntil, nonceDigest } },
      ],
    };
  });
  if (isRefusal(after)) return after;
  if (obstacle !== undefined) return { obstacle };
  // Without a call of its own somebody else was faster.
  return agent === undefined || after.peer?.nonceDigest !== nonceDigest ? undefined : { review: after, agent };
}

/** Who may not review any more is not called; whoever is next has its turn. */
function passedOver(offer: SeatOffer, agent: CalledAgent, detail: string): ReviewEvent {
  const agents = offer.agents.filter((name) => name !== agent.name);
  const skipped = { seat: seatOfAgent(agent), failure: { kind: 'cancelled', detail } } as const;
  return { type: 'seat_offered', data: { ...offer, agents, inPlaceOf: [...offer.inPlaceOf, skipped] } };
}

function comer(agent: CalledAgent, everybody: People) {
  return { principal: { ...candidateOf(agent, everybody), kind: 'agent' as const }, context: undefined };
}

function minutesFor(review: Review, { entry }: CalledAgent): number {
  return entry.limits.timeoutMinutes ?? claimTerms(review)?.timeoutMinutes ?? 0;
}

interface Answer {
  readonly agent: CalledAgent;
  readonly opinion: Opinion;
  readonly nonceDigest: string;
  readonly headTree: string;
  readonly shown: ShownContent;
  /** The worker was told to end: the agent did not fail. */
  readonly stopped: boolean;
}

/** Records what came, whatever it is: an opinion of the seat, or one that counts for nothing and moves the seat on. */
async function give(on: AskDependencies, id: string, answer: Answer): Promise<Called> {
  const { agent, opinion } = answer;
  const everybody = await people(on.store);
  let said = '';
  const given = await record(on, id, agent.name, async (standing): Promise<Verdict> => {
    const { review } = standing;
    const weighed = await weigh(on.store, review, opinion);
    const came = answered(on, review, {
      ...answer,
      opinion: weighed,
      everybody,
      unmended: await unmended(on, standing),
    });
    said = came.said;
    return { events: came.events };
  });
  if (isRefusal(given)) {
    const lost = `${agent.name} gave an opinion on review ${id}, and it could not be recorded: ${given.message}`;
    return { said: lost, moved: false };
  }
  return { said: `review ${id}: ${agent.name} was called and ${said === '' ? opinion.verdict : said}`, moved: true };
}
