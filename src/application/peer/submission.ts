import type { Principal } from '../../domain/model/agent.js';
import type { Opinion } from '../../domain/model/opinion.js';
import { refuse, type Problem, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { mayNotReview } from '../../domain/peer/assignment/may-review.js';
import { notFromChannel, spentNonce } from '../../domain/peer/submission/channel.js';
import { selfContradictions } from '../../domain/peer/submission/contradictions.js';
import type { PolicyNow } from '../../domain/peer/revision/policy-change.js';
import { formProblems } from '../../domain/peer/submission/form.js';
import { opinionOf } from '../../domain/peer/submission/opinion.js';
import type { SubmitReview } from '../peer-review.js';
import type { PeerDependencies } from './dependencies.js';
import { knownProblems } from './known-problems.js';
import type { MaterialContent } from './packet/material.js';
import { refused, type Refused } from './record.js';
import { rosterFor, type People } from './roster.js';

export interface Submitting {
  readonly on: PeerDependencies;
  readonly ask: SubmitReview;
  readonly principal: Principal;
  readonly everybody: People;
  /** Of the content that the review had when it was looked up; another has another tree, and is refused. */
  readonly material: MaterialContent | undefined;
  /** What the policy has become; undefined where it is what it was. */
  readonly policyNow: PolicyNow | undefined;
  /** Ids of findings that stood on exactly this content. */
  readonly unmended: ReadonlySet<string>;
}

/** The opinion that a submission is, where it came through its channel and nothing in it is missing or contradicts itself. */
export function readSubmission(submitting: Submitting, review: Review, now: number): Opinion | Refused {
  const { on, ask, principal, everybody } = submitting;
  const attempt = { verb: 'submit', actor: principal.name };
  const channel = { reviewer: principal.name, nonceDigest: on.digest(ask.nonce), headTree: ask.headTree, now };
  const obstacle =
    spentNonce(review, channel.nonceDigest) ??
    mayNotReview(review, { principal, context: on.context }, rosterFor(review, everybody)) ??
    notFromChannel(review, channel);
  if (obstacle !== undefined) return refused(obstacle, attempt);
  const form = formProblems(review, ask, principal.name);
  if (form.length > 0) return refused(incomplete(form), attempt);
  const shown = submitting.material?.files ?? {};
  const opinion = opinionOf(review, ask, { reviewer: principal.name, shown, now });
  const known = { ...knownProblems(review, on.digest), unmended: submitting.unmended };
  const contradicting = selfContradictions({ review, submission: ask, opinion, ...known });
  return contradicting.length > 0 ? refused(contradictory(contradicting), attempt) : opinion;
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
  // What is wrong with each is told once, by the problems.
  return [...new Set(problems.map(({ key = '' }) => key))].join(', ');
}
