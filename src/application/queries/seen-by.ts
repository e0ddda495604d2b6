import type { PeerCase } from '../../domain/model/peer.js';
import type { Review } from '../../domain/model/review.js';
import type { ReviewDocument } from './document.js';
import { toDocument } from './to-document.js';

/**
 * A review as whoever owes an opinion on it may see it: nothing of the others' in the same round, and on a blind first look
 * nothing of what the creator says, its commit messages included (SPEC 9). Undefined for everybody else, who sees it whole.
 */
export function seenByOwing(review: Review, name: string | undefined): ReviewDocument | undefined {
  const { peer, decision, opinions } = review;
  if (name === undefined || decision !== null || peer?.assignment?.reviewer !== name) return undefined;
  const document = toDocument({ ...review, opinions: opinions.filter(({ seat }) => seat.role === name) });
  return withoutClaims(document, peer, name);
}

function withoutClaims(document: ReviewDocument, { rounds, terms }: PeerCase, name: string): ReviewDocument {
  const knows = rounds.some((round) => round.opinions.some(({ seat }) => seat.role === name));
  if (document.request === undefined || knows || !terms.blindFirstPass) return document;
  const unsaid = { title: null, confidence: null, changesMade: null };
  const typeReason = 'not shown before the first opinion';
  return { ...document, review: { ...document.review, typeReason }, request: { ...document.request, ...unsaid } };
}
