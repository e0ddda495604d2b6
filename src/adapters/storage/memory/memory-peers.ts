import type { ReviewFilter, TallyFilter } from '../../../application/ports/store.js';
import { nextDue } from '../../../domain/deadlines/deadlines.js';
import { sumOf, tallyOf } from '../../../domain/metrics/tally.js';
import { counts } from '../../../domain/model/finding.js';
import { everyFinding, type Review, type ReviewStatus } from '../../../domain/model/review.js';
import type { Tally } from '../../../domain/model/tally.js';
import { owedBy, requesterOf } from '../../../domain/peer/owed.js';
import { dueOf } from './memory-states.js';

const open: ReadonlySet<ReviewStatus> = new Set(['pending', 'in_progress', 'pending_re_review']);
const owed: ReadonlySet<ReviewStatus> = new Set([...open, 'changes_requested']);

/** Answers about reviews among peers by walking the folded reviews. */
export function loadByReviewer(reviews: Iterable<Review>): Map<string, { open: number; pending: number }> {
  const loads = new Map<string, { open: number; pending: number }>();
  for (const review of reviews) {
    const who = owedBy(review);
    if (who === null || !open.has(review.status)) continue;
    const load = loads.get(who) ?? { open: 0, pending: 0 };
    loads.set(who, { open: load.open + 1, pending: load.pending + (review.status === 'in_progress' ? 0 : 1) });
  }
  return loads;
}

export function findRequest(reviews: Iterable<Review>, requestedBy: string, key: string): string | undefined {
  for (const { id, peer } of reviews)
    if (peer !== null && requesterOf(peer.request) === requestedBy && peer.request.idempotencyKey === key) return id;
  return undefined;
}

export function findStandingOn(
  reviews: Iterable<Review>,
  { base, head }: { readonly base: string; readonly head: string },
  but?: string,
): string | undefined {
  for (const review of reviews) {
    const { peer, change } = review;
    if (peer === null || review.id === but || change.headTree !== head || change.baseTree !== base) continue;
    if (owedBy(review) !== null || objects(review)) return review.id;
  }
  return undefined;
}

/** Whether the key of a review that opens was used before, or another speaks where it is to be alone. */
export function isTaken(
  reviews: IterableIterator<Review>,
  { id, peer }: Review,
  aloneOn?: { readonly base: string; readonly head: string },
): boolean {
  const before = [...reviews];
  if (aloneOn !== undefined && findStandingOn(before, aloneOn, id) !== undefined) return true;
  const key = peer?.request.idempotencyKey ?? null;
  return peer !== null && key !== null && findRequest(before, requesterOf(peer.request), key) !== undefined;
}

function objects(review: Review): boolean {
  if (review.status === 'rejected') return true;
  if (review.status !== 'withdrawn') return false;
  const raised = everyFinding(review);
  return raised.some(counts) || (raised.length === 0 && review.decision?.outcome === 'changes_requested');
}

export function dueReviews(reviews: Iterable<Review>, now: number, limit: number) {
  return dueOf([...reviews], nextDue, now, limit);
}

export function isWanted(review: Review, filter: ReviewFilter): boolean {
  if (filter.owedBy !== undefined) {
    const who = owedBy(review);
    return who !== null && filter.owedBy.includes(who) && (filter.status !== undefined || owed.has(review.status));
  }
  if (filter.requestedBy === undefined) return true;
  return review.peer !== null && requesterOf(review.peer.request) === filter.requestedBy;
}

export function tallies(reviews: Iterable<Review>, { since, agent, type }: TallyFilter): readonly Tally[] {
  const rows = new Map<string, Tally>();
  for (const review of reviews) {
    const tally = tallyOf(review);
    const { date, creator, reviewer } = tally;
    if (since !== undefined && date < since) continue;
    if (agent !== undefined && creator !== agent && reviewer !== agent) continue;
    if (type !== undefined && tally.type !== type) continue;
    const key = [date, tally.type, creator, reviewer].join('\0');
    const known = rows.get(key);
    rows.set(key, known === undefined ? tally : { ...tally, ...sumOf([known, tally]) });
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally);
}
