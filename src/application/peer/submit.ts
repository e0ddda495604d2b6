import { judge } from '../../domain/contest/judge.js';
import { contradictions } from '../../domain/escalation/contradictions.js';
import { contentOf } from '../../domain/findings/standing.js';
import { ownWork } from '../../domain/identity/own-work.js';
import type { Principal } from '../../domain/model/agent.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Opinion } from '../../domain/model/opinion.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { policyChange, type PolicyNow } from '../../domain/peer/revision/policy-change.js';
import { toVerify } from '../../domain/peer/verification/owed.js';
import { criteriaFor } from '../../domain/policy/lookup.js';
import { weigh } from '../weigh.js';
import type { SubmitReview } from '../peer-review.js';
import type { ReviewDocument } from '../queries/document.js';
import { findReviewRow } from '../queries/find-review.js';
import { toDocument } from '../queries/to-document.js';
import { accepted } from './accepted.js';
import type { PeerDependencies } from './dependencies.js';
import { submitSeat } from './handed.js';
import { isJudgement, judgementsOf, submitJudgement } from './judge.js';
import { refusedLate } from './late.js';
import { loadMaterial, type MaterialContent } from './packet/material.js';
import { provedSpeaker } from './principal.js';
import { record, refused, standingOf, type Refused, type Verdict } from './record.js';
import { people } from './roster.js';
import { readSubmission, type Submitting } from './submission.js';
import { unmended } from './unmended.js';

/**
 * Takes a reviewer's opinion through the channel that was opened for it, and decides the round with it: all of it in one
 * append. What contradicts itself is refused with the field, recorded, and may be submitted again with the same nonce.
 */
export async function submitReview(on: PeerDependencies, ask: SubmitReview): Promise<ReviewDocument | Refusal> {
  await on.overdue();
  const row = await findReviewRow(on.store, ask.review);
  if (isRefusal(row)) return row;
  const principal = await provedSpeaker(on, row.id, 'submit', ask.reviewer);
  if (isRefusal(principal)) return principal;
  const before = await standingOf(on, row.id);
  const { review: found } = before;
  if (isJudgement(found, principal.name, on.digest(ask.nonce))) return submitJudgement(on, row.id, principal, ask);
  const everybody = await people(on.store);
  const material = await materialOf(on, found);
  const policyNow = await policyNowOf(on, found);
  const submitting = { on, ask, principal, everybody, material, policyNow, unmended: await unmended(on, before) };
  const against = await raisedAgainst(on, found, principal);
  const decided = await record(on, row.id, principal.name, async (standing) => {
    const { review } = standing;
    if (review.awaited !== undefined) return submitSeat(submitting, review);
    const closing = (ask.verified ?? []).find(({ finding, outcome }) => outcome === 'fixed' && against.has(finding));
    if (closing !== undefined) return refused(notYours(closing.finding), { verb: 'submit', actor: principal.name });
    const verdict = await submit(submitting, review);
    return 'refusal' in verdict ? (refusedLate(submitting, standing, verdict) ?? verdict) : verdict;
  });
  return isRefusal(decided) ? decided : toDocument(decided);
}

/** Ids of inherited findings that were objections to the reviewer's own work, which it never closes (SPEC 2, rule 4). */
async function raisedAgainst(on: PeerDependencies, review: Review, principal: Principal): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const { id, from } of toVerify(review)) {
    if (from === undefined || from.review === review.id) continue;
    const { review: origin } = await standingOf(on, from.review);
    if (ownWork(principal, origin) !== undefined) own.add(id);
  }
  return own;
}

function notYours(finding: string): Refusal {
  return refuse(
    'own_work',
    `finding ${finding} was raised against your own work, and this change holds it again: you do not say that it is fixed`,
    'say `still_open`, or `escalate_review`, so that somebody else judges it',
  );
}

async function materialOf(on: PeerDependencies, review: Review): Promise<MaterialContent | undefined> {
  const material = review.peer?.material ?? review.awaited?.material;
  return material === undefined ? undefined : loadMaterial(on.store.blobs, material);
}

/** The policy that the default branch has come to hold since the creator submitted (SPEC 5.3). */
async function policyNowOf(on: PeerDependencies, { peer, type }: Review): Promise<PolicyNow | undefined> {
  const held = peer?.accepted === undefined ? undefined : await on.policySince(peer.accepted);
  return held && { digest: held.origin.digest, criteria: criteriaFor(held.policy, type) };
}

async function submit(submitting: Submitting, review: Review): Promise<Verdict> {
  const { on, ask, principal, everybody } = submitting;
  const now = on.clock.now();
  const by = principal.name;
  const judgements = judge(review, {
    by,
    judgements: judgementsOf(ask),
    contentOf: (finding) => contentOf(finding, review.change),
  });
  const read = readSubmission(submitting, review, now, isRefusal(judgements) ? judgements : undefined);
  if ('refusal' in read) return read;
  if (isRefusal(judgements)) throw new Error(`review ${review.id}: an opinion was read beside a refused judgement`);
  const opinion = await weigh(on.store, review, read);
  const unexplained = clarification(review, opinion, by);
  if (unexplained !== undefined) return unexplained;
  const shown = submitting.material?.files ?? {};
  const given = { opinion, by, nonceDigest: on.digest(ask.nonce), verified: ask.verified ?? [], judgements };
  const { policyNow } = submitting;
  const changed = policyNow && policyChange(review, policyNow);
  const noted: readonly ReviewEvent[] = changed === undefined ? [] : [{ type: 'policy_changed', data: changed }];
  return { events: [...noted, ...accepted(review, given, { everybody, digest: on.digest, shown, now })] };
}

/** A reviewer that contradicts itself on content that did not change is asked once to explain (SPEC 5.6). */
function clarification(review: Review, opinion: Opinion, reviewer: string): Refused | undefined {
  const { reversals, omissions } = contradictions(review, opinion);
  const found = [...reversals, ...omissions];
  const explained = (opinion.clarification ?? '').trim() !== '';
  const { peer } = review;
  if (found.length === 0 || peer === null || (peer.clarificationAsked && explained)) return undefined;
  const refusal = refuse(
    'clarification_needed',
    `your opinion differs from your earlier one where nothing changed: it ${found.join('; it ')}`,
    'submit again with the same nonce: either agree with your earlier opinion, or say in `clarification` why you see it differently now',
  );
  if (peer.clarificationAsked) return { refusal };
  return { refusal, beside: [{ type: 'clarification_asked', data: { reviewer, contradictions: found } }] };
}
