import type { Review } from '../../domain/model/review.js';
import { embeddedRoster } from '../../domain/policy/embedded-roster.js';
import { kindOf, rejectedFor, rejectedLine } from '../memory/recall.js';
import type { RequestedReview } from '../peer-review.js';
import type { FindingDocument } from '../queries/document.js';
import { mending } from '../queries/mending.js';
import type { PeerDependencies } from './dependencies.js';
import { iso } from '../queries/to-document.js';

const minute = 60_000;

/** What the creator is told of a submission: who reviews it, and when an opinion is hoped for. */
export function requestedAnswer(review: Review, precheck: readonly FindingDocument[], note?: string): RequestedReview {
  const said = note ?? noteOn(review);
  const loop = mending(review);
  const line = awaited(review);
  return {
    id: review.id,
    status: review.status,
    reviewer: review.reviewer,
    estimatedCompletion: iso(estimate(review)),
    precheck,
    ...(review.status === 'skipped' ? { skipReason: review.decision?.rules[0]?.reason ?? '' } : {}),
    ...(said === undefined ? {} : { note: said }),
    ...(line.length === 0 ? {} : { awaited: line }),
    ...(loop === undefined ? {} : { mending: loop }),
  };
}

/** Whoever is in the line and is neither a person nor a program of this one. */
function awaited({ reviewer, peer }: Review): readonly string[] {
  if (reviewer !== null || peer === null) return [];
  const line = peer.terms.line.map(({ who }) => who);
  return line.filter((who) => who !== 'human' && !embeddedRoster.roles.includes(who));
}

/** What was rejected of changes of this kind, for its creator to know before it goes on (SPEC 6.5). */
export async function rejectedBefore(
  { store }: Pick<PeerDependencies, 'store'>,
  review: Review,
): Promise<Pick<RequestedReview, 'rejectedBefore'>> {
  const rejected = await rejectedFor(store, kindOf(review));
  return rejected.length === 0 ? {} : { rejectedBefore: rejected.map(rejectedLine) };
}

function estimate({ peer, createdAt, completedAt }: Review): number {
  if (completedAt !== null || peer === null) return completedAt ?? createdAt;
  const { targetMinutes, waitMinutes } = peer.terms;
  const wait = peer.waitingSince === null ? 0 : waitMinutes;
  return peer.submittedAt + (wait + targetMinutes) * minute;
}

function noteOn({ status, reviewer, peer, decision, escalation, opinions }: Review): string | undefined {
  if (status === 'escalated') return `a person decides: ${escalation?.reason ?? decision?.outcome ?? ''}`;
  if (opinions.length > 0 && opinions.every(({ seat }) => seat.driver === 'embedded'))
    return `${reviewer ?? 'the reviewer'} is an embedded reviewer, and nobody with a token plays that role: the review has ended`;
  if (peer?.waitingSince !== null && peer?.waitingSince !== undefined)
    return `nobody is free: the review waits at most ${peer.terms.waitMinutes} minutes, then a person is asked`;
  return undefined;
}
