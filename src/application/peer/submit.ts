import { judge } from '../../domain/contest/judge.js';
import { contradictions } from '../../domain/escalation/contradictions.js';
import { contentOf } from '../../domain/findings/standing.js';
import type { Principal } from '../../domain/model/agent.js';
import type { Opinion } from '../../domain/model/opinion.js';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { mayNotReview } from '../../domain/peer/assignment/may-review.js';
import { notFromChannel, spentNonce } from '../../domain/peer/submission/channel.js';
import { selfContradictions } from '../../domain/peer/submission/contradictions.js';
import { formProblems } from '../../domain/peer/submission/form.js';
import { opinionOf } from '../../domain/peer/submission/opinion.js';
import type { SubmitReview } from '../peer-review.js';
import type { ReviewDocument } from '../queries/document.js';
import { findReviewRow } from '../queries/find-review.js';
import { toDocument } from '../queries/to-document.js';
import { accepted } from './accepted.js';
import type { PeerDependencies } from './dependencies.js';
import { isJudgement, judgementsOf, submitJudgement } from './judge.js';
import { loadMaterial, type MaterialContent } from './packet/material.js';
import { provedSpeaker } from './principal.js';
import { record, refused, standingOf, type Refused, type Verdict } from './record.js';
import { people, rosterFor, type People } from './roster.js';
import { knownProblems } from './known-problems.js';

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
  const { review: standing } = await standingOf(on, row.id);
  if (isJudgement(standing, principal.name, on.digest(ask.nonce))) return submitJudgement(on, row.id, principal, ask);
  const everybody = await people(on.store);
  const material = await materialOf(on, standing);
  const submitting = { on, ask, principal, everybody, material };
  const decided = await record(on, row.id, principal.name, ({ review }) => submit(submitting, review));
  return isRefusal(decided) ? decided : toDocument(decided);
}

interface Submitting {
  readonly on: PeerDependencies;
  readonly ask: SubmitReview;
  readonly principal: Principal;
  readonly everybody: People;
  /** Of the content that the review had when it was looked up; another has another tree, and is refused. */
  readonly material: MaterialContent | undefined;
}

async function materialOf(on: PeerDependencies, review: Review): Promise<MaterialContent | undefined> {
  const material = review.peer?.material ?? null;
  return material === null ? undefined : loadMaterial(on.store.blobs, material);
}

function submit(submitting: Submitting, review: Review): Verdict {
  const { on, ask, principal, everybody } = submitting;
  const attempt = { verb: 'submit', actor: principal.name };
  const now = on.clock.now();
  const roster = rosterFor(review, everybody);
  const channel = { reviewer: principal.name, nonceDigest: on.digest(ask.nonce), headTree: ask.headTree, now };
  const obstacle =
    spentNonce(review, channel.nonceDigest) ??
    mayNotReview(review, { principal, context: on.context }, roster) ??
    notFromChannel(review, channel);
  if (obstacle !== undefined) return refused(obstacle, attempt);
  const form = formProblems(review, ask, principal.name);
  if (form.length > 0) return refused(incomplete(form), attempt);
  const shown = submitting.material?.files ?? {};
  const opinion = opinionOf(review, ask, { reviewer: principal.name, shown, now });
  const contradicting = selfContradictions({ review, submission: ask, opinion, ...knownProblems(review, on.digest) });
  if (contradicting.length > 0) return refused(contradictory(contradicting), attempt);
  const unexplained = clarification(review, opinion, principal.name);
  if (unexplained !== undefined) return unexplained;
  const judgements = judge(review, {
    by: principal.name,
    judgements: judgementsOf(ask),
    contentOf: (finding) => contentOf(finding, review.change),
  });
  if (isRefusal(judgements)) return refused(judgements, attempt);
  const by = principal.name;
  const given = { opinion, by, nonceDigest: channel.nonceDigest, verified: ask.verified ?? [], judgements };
  return { events: accepted(review, given, { everybody, digest: on.digest, now }) };
}

const again = 'mend each field that is named and submit again with the same nonce';

function incomplete(problems: readonly Problem[]): Refusal {
  return { ...refuse('opinion_incomplete', `the opinion is not complete: ${fieldsOf(problems)}`, again), problems };
}

function contradictory(problems: readonly Problem[]): Refusal {
  const message = `the opinion contradicts itself or what is settled: ${fieldsOf(problems)}`;
  return { ...refuse('opinion_contradicts', message, again), problems };
}

function fieldsOf(problems: readonly Problem[]): string {
  return problems.map(({ key = '', message }) => `${key} ${message}`).join('; ');
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
