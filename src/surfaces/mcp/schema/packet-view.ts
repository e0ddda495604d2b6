import type { CreatorClaims, PacketDocument, StartedReview } from '../../../application/peer-review.js';
import { inventoryOf } from '../text/pages.js';
import { notice } from '../text/untrusted.js';
import type { ShownFile, StartedReviewView } from './packet.js';
import { findingView } from './view.js';

export type Pages = readonly (readonly ShownFile[])[];

/** One page of a packet. All that is no diff stands on the first. */
export function packetView(packet: PacketDocument, pages: Pages, page: number): Omit<StartedReviewView, 'next'> {
  return {
    review_id: packet.review,
    head_tree: packet.headTree,
    base_tree: packet.baseTree,
    page,
    pages: pages.length,
    notice,
    revision_count: packet.revision,
    type: packet.type,
    ...(page === 1 ? firstPage(packet, pages) : {}),
    files: [...(pages[page - 1] ?? [])],
  };
}

/** The first page of a review that was started, with what the answer must carry. */
export function startedView(started: StartedReview, pages: Pages): Omit<StartedReviewView, 'next'> {
  const { nonce, leaseUntil, packet } = started;
  return { nonce, lease_until: leaseUntil, ...packetView(packet, pages, 1) };
}

function firstPage(packet: PacketDocument, pages: Pages): Partial<StartedReviewView> {
  const { changedSince, partialWork, toVerify, settled, toJudge, questions, notShown, claims, memory } = packet;
  return {
    ...(packet.duty === undefined ? {} : { duty: packet.duty }),
    inventory: inventoryOf(packet.files, pages),
    facts: [...packet.facts],
    ...(notShown.length === 0 ? {} : { not_shown: notShown.map(gap) }),
    grounds: [...packet.grounds],
    ...(claims === undefined ? {} : { claims: claimsView(claims) }),
    criteria: packet.criteria.map(({ checks, ...criterion }) => ({ ...criterion, checks: [...checks] })),
    questions: [...questions],
    guidelines: packet.guidelines,
    ...(changedSince === undefined ? {} : { changed_since: [...changedSince] }),
    ...(toVerify.length === 0 ? {} : { to_verify: toVerify.map(findingView) }),
    ...(settled.length === 0 ? {} : { settled: settled.map(findingView) }),
    ...(memory === undefined ? {} : { memory: [...memory] }),
    ...(toJudge.length === 0 ? {} : { to_judge: toJudge.map(contested) }),
    ...(partialWork === undefined ? {} : { partial_work: partialWork }),
  };
}

function contested({ id, message, argument, evidence }: PacketDocument['toJudge'][number]) {
  return { id, message, argument, evidence: [...evidence] };
}

function gap({ path, coverage, reason = 'not said' }: PacketDocument['notShown'][number]): string {
  return `${path}: ${coverage.replaceAll('_', ' ')} (${reason})`;
}

function claimsView({ changesMade, ...claims }: CreatorClaims) {
  return { ...claims, ...(changesMade === undefined ? {} : { changes_made: changesMade }) };
}
