import type { AwaitedSeat } from '../../domain/model/awaited.js';
import type { PeerCase } from '../../domain/model/peer.js';
import type { Review } from '../../domain/model/review.js';
import { seatName } from '../../domain/model/seat.js';
import { seatFor } from '../../domain/peer/assignment/handed.js';
import type { ReviewDocument } from './document.js';
import { toDocument } from './to-document.js';

/**
 * A review as whoever owes an opinion on it may see it: nothing of the others' in the same round, and on a blind first look
 * nothing of what the creator says, its commit messages included (SPEC 9). Undefined for everybody else, who sees it whole.
 */
export function seenByOwing(review: Review, name: string | undefined): ReviewDocument | undefined {
  const { peer, decision, opinions } = review;
  const seat = name === undefined ? undefined : seatFor(review, name);
  if (seat !== undefined) return seenFromSeat(review, seat);
  if (name === undefined || decision !== null || peer?.assignment?.reviewer !== name) return undefined;
  // What the creator says against a finding is among its claims; the packet holds what came of it.
  const unsaid = { ...peer, contests: [] };
  const own = opinions.filter(({ seat }) => seat.role === name);
  const document = toDocument({ ...review, peer: unsaid, opinions: own });
  return withoutClaims(document, peer, name);
}

const typeReason = 'not shown before the first opinion';

/** Of the round no more than the agent's own opinions; on a blind look nothing of the commit messages. */
function seenFromSeat(review: Review, { agent }: AwaitedSeat): ReviewDocument {
  const { awaited, opinions } = review;
  const own = new Set(awaited?.seats.flatMap((each) => (each.agent === agent ? [seatName(each.seat)] : [])));
  const document = toDocument({ ...review, opinions: opinions.filter(({ seat }) => own.has(seatName(seat))) });
  if (awaited?.terms.blindFirstPass !== true) return document;
  return { ...document, review: { ...document.review, typeReason } };
}

function withoutClaims(document: ReviewDocument, { rounds, terms }: PeerCase, name: string): ReviewDocument {
  const knows = rounds.some((round) => round.opinions.some(({ seat }) => seat.role === name));
  if (document.request === undefined || knows || !terms.blindFirstPass) return document;
  const unsaid = { title: null, confidence: null, changesMade: null };
  // What others thought of an earlier revision would lead a first look as much.
  const unled = { ...document };
  delete unled.earlierOpinions;
  return {
    ...unled,
    review: { ...document.review, typeReason },
    request: { ...document.request, ...unsaid },
  };
}
