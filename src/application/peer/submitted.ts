import { escalated } from '../../domain/escalation/escalate.js';
import { after } from '../../domain/lifecycle/after.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Opinion } from '../../domain/model/opinion.js';
import type { Material } from '../../domain/model/peer.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { seatName } from '../../domain/model/seat.js';
import { choose, type Choice, type Wish } from '../../domain/peer/assignment/assign.js';
import { assignedBy } from '../../domain/peer/assignment/events.js';
import type { Prepared } from '../commands/prepare.js';
import type { FindingDocument } from '../queries/document.js';
import { concluded } from './conclude.js';
import type { LookingDependencies } from './dependencies.js';
import { storeMaterial } from './packet/material.js';
import { embeddedOpinions, precheckDocuments, precheckOf } from './precheck.js';
import { people, rosterFor } from './roster.js';

/** What a submission of the creator leads to, before any of it is recorded. */
export interface Submitted {
  readonly choice: Choice;
  /** Of the embedded reviewers; empty where they were not asked. */
  readonly opinions: readonly Opinion[];
  readonly precheck: readonly FindingDocument[];
  readonly material: Material | undefined;
}

/**
 * Looks at a submission: who reviews it, and what the embedded reviewers see at once. Refused with `precheck_failed` where
 * the policy blocks on what is critical (SPEC 5.1).
 */
export async function lookAt(
  on: LookingDependencies,
  prepared: Prepared,
  review: Review,
  wish: Wish,
  signal: AbortSignal,
): Promise<Submitted | Refusal> {
  const { peer, id } = review;
  if (peer === null) throw new Error(`review ${id} is not among peers`);
  const choice = choose(peer, rosterFor(review, await people(on.store), on.embeddedRoles), wish);
  const { precheck: mode } = prepared.policy;
  const embedded = choice.kind === 'embedded';
  const run = { prepared, reviewId: id, scope: peer.request.scope, withTests: embedded };
  const asked = embedded || mode !== 'off';
  const opinions = asked ? await embeddedOpinions(on.reviewer, run, signal) : [];
  const precheck = precheckDocuments(review, precheckOf(opinions), on.digest);
  const refusal = mode === 'block' ? blocked(precheck) : undefined;
  if (refusal !== undefined) return refusal;
  return { choice, opinions, precheck, material: await materialFor(on, prepared, embedded) };
}

function blocked(precheck: readonly FindingDocument[]): Refusal | undefined {
  const critical = precheck.filter(({ severity }) => severity === 'critical');
  if (critical.length === 0) return undefined;
  return {
    ...refuse(
      'precheck_failed',
      `the embedded reviewers found ${critical.length} critical ${critical.length === 1 ? 'problem' : 'problems'}: nothing was opened`,
      'mend what is listed and request the review again',
    ),
    problems: critical.map(({ file, line, rule, message }) => ({
      message,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      ...(rule === undefined ? {} : { key: rule }),
    })),
  };
}

async function materialFor(
  { store }: LookingDependencies,
  { frozen, exclusions, classification }: Prepared,
  embedded: boolean,
): Promise<Material | undefined> {
  if (embedded) return undefined;
  const { protectedPaths, sensitivePaths } = classification;
  return storeMaterial(store.blobs, { frozen, exclusions, sensitive: [...protectedPaths, ...sensitivePaths] });
}

/** What follows on the event that `review` stands after: an assignment, a person, or the whole round at once. */
export function followUp(
  on: LookingDependencies,
  review: Review,
  { choice, opinions }: Pick<Submitted, 'choice' | 'opinions'>,
  now: number,
): readonly ReviewEvent[] {
  const assigned: ReviewEvent = { type: 'review_assigned', data: assignedBy(choice) };
  if (choice.kind === 'person') {
    const { trigger, reason } = choice;
    const question = { trigger, reason, by: 'countersign' };
    return [assigned, escalated(after(review, [assigned], now), question, now)];
  }
  if (choice.kind !== 'embedded') return [assigned];
  const seated: ReviewEvent = {
    ...assigned,
    data: { ...assigned.data, seats: opinions.map(({ seat }) => seatName(seat)) },
  };
  const started: ReviewEvent = { type: 'review_started', data: { reviewer: choice.role, leaseUntil: now } };
  const given = opinions.map((opinion): ReviewEvent => ({ type: 'opinion_submitted', data: { opinion } }));
  const round = [seated, started, ...given];
  return [...round, ...concluded(after(review, round, now), on.digest, now)];
}
