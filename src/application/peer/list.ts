import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { aWorker, anybody, handedSeats, requesterOf } from '../../domain/peer/owed.js';
import type { PeerReview } from '../peer-review.js';
import type { ReviewRow } from '../ports/store.js';
import type { PeerDependencies } from './dependencies.js';
import { heartbeat } from './heartbeat.js';
import { whoSpeaks } from './principal.js';
import { standingOf } from './record.js';
import { people, rosterFor, type People } from './roster.js';
import { claim } from '../../domain/peer/assignment/may-review.js';
import { openSeats, type AwaitedSeat } from '../../domain/model/awaited.js';
import type { Principal } from '../../domain/model/agent.js';

type Ask = Parameters<PeerReview['listReviews']>[0];

const most = 200;

/** What waits for the caller, what it has begun, or what it requested; everything without `mine`. */
export async function listReviews(on: PeerDependencies, ask: Ask): Promise<readonly ReviewRow[] | Refusal> {
  await on.overdue();
  const speaker = await whoSpeaks(on);
  if (isRefusal(speaker)) return speaker;
  const { principal, name } = speaker;
  await heartbeat(on, principal);
  const limit = Math.min(ask.limit ?? 50, most);
  if (ask.mine === undefined) return on.store.listReviews({ limit });
  if (ask.mine === 'created') {
    const requestedBy = requesterOf({ by: name, proved: principal !== undefined });
    return on.store.listReviews({ requestedBy, limit });
  }
  if (principal === undefined)
    return refuse('token_needed', 'what is yours is known by your token, and there is none', 'set COUNTERSIGN_TOKEN');
  if (ask.mine === 'in_progress') {
    const own = await on.store.listReviews({ owedBy: [name], status: ['in_progress'], limit });
    return [...own, ...(await handedTo(on, name, ({ startedAt }) => startedAt !== null))].slice(0, limit);
  }
  return toDo(on, principal, limit);
}

/** Assigned to the caller and not started, contests and changes that it owes, then what waits for anybody like it. */
async function toDo(on: PeerDependencies, principal: Principal, limit: number): Promise<readonly ReviewRow[]> {
  const own = await on.store.listReviews({
    owedBy: [principal.name],
    status: ['pending', 'pending_re_review', 'changes_requested', 'escalated'],
    limit,
  });
  if (principal.kind === 'human' || own.length >= limit) return own;
  // What a worker is to call somebody for still goes to its reviewer, should that come first.
  const status = ['pending', 'pending_re_review'] as const;
  const waiting = await on.store.listReviews({ owedBy: [anybody, aWorker], status, limit });
  const everybody = waiting.length === 0 ? undefined : await people(on.store);
  const mine: ReviewRow[] = [];
  for (const row of waiting)
    if (everybody !== undefined && (await couldClaim(on, row.id, principal, everybody))) mine.push(row);
  const handed = await handedTo(on, principal.name, ({ startedAt }) => startedAt === null);
  return [...own, ...handed, ...mine].slice(0, limit);
}

/** Reviews that have handed out a seat which waits for this agent, as far as that seat is wanted. */
async function handedTo(
  on: PeerDependencies,
  agent: string,
  wanted: (seat: AwaitedSeat) => boolean,
): Promise<readonly ReviewRow[]> {
  const rows = await on.store.listReviews({ owedBy: [handedSeats], status: ['in_progress'], limit: most });
  const mine: ReviewRow[] = [];
  for (const row of rows) {
    const { review } = await standingOf(on, row.id);
    if (openSeats(review).some((seat) => seat.agent === agent && wanted(seat))) mine.push(row);
  }
  return mine;
}

async function couldClaim(on: PeerDependencies, id: string, principal: Principal, everybody: People): Promise<boolean> {
  const { review } = await standingOf(on, id);
  const assignment = review.peer?.assignment ?? null;
  if (assignment !== null) return assignment.reviewer === principal.name;
  return !isRefusal(claim(review, { principal, context: on.context }, rosterFor(review, everybody)));
}
