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

/**
 * The opinion that a submission is, where it came through its channel and nothing in it is missing or contradicts itself. What is
 * wrong with it is told all at once, with what is wrong with its judgements of contests.
 */
export function readSubmission(
  submitting: Submitting,
  review: Review,
  now: number,
  judgement?: Refusal,
): Opinion | Refused {
  const { on, ask, principal, everybody } = submitting;
  const attempt = { verb: 'submit', actor: principal.name };
  const channel = { reviewer: principal.name, nonceDigest: on.digest(ask.nonce), headTree: ask.headTree, now };
  const obstacle =
    spentNonce(review, channel.nonceDigest) ??
    mayNotReview(review, { principal, context: on.context }, rosterFor(review, everybody)) ??
    notFromChannel(review, channel);
  if (obstacle !== undefined) return refused(obstacle, attempt);
  const { opinion, missing, contradicting } = examined(submitting, review, now);
  if (missing.length === 0 && contradicting.length === 0)
    return judgement === undefined ? opinion : refused(judgement, attempt);
  return refused(wrong(missing, contradicting, judgement), attempt);
}

/** What the reviewer would be told of its opinion, and the opinion as far as it can be read. */
export function examined(
  { on, ask, principal, material, unmended }: Pick<Submitting, 'on' | 'ask' | 'principal' | 'material' | 'unmended'>,
  review: Review,
  now: number,
): { readonly opinion: Opinion; readonly missing: readonly Problem[]; readonly contradicting: readonly Problem[] } {
  const missing = formProblems(review, ask, principal.name);
  const opinion = opinionOf(review, ask, { reviewer: principal.name, shown: material?.files ?? {}, now });
  const told = new Set(missing.map(({ key }) => key));
  const known = { ...knownProblems(review, on.digest), unmended };
  const contradicting = selfContradictions({ review, submission: ask, opinion, ...known });
  // Of a field that is missing, what it should say is told already.
  return { opinion, missing, contradicting: contradicting.filter(({ key }) => !told.has(key)) };
}

const again = 'mend each field that is named and submit again with the same nonce';

function wrong(missing: readonly Problem[], contradicting: readonly Problem[], judgement?: Refusal): Refusal {
  const judged = judgement === undefined ? [] : (judgement.problems ?? [asProblem(judgement)]);
  const problems = [...missing, ...contradicting, ...judged];
  const contradicts = 'contradicts itself or what is settled';
  const is = contradicting.length === 0 ? 'is not complete' : `is not complete, and ${contradicts}`;
  return missing.length === 0
    ? { ...refuse('opinion_contradicts', `the opinion ${contradicts}: ${fieldsOf(problems)}`, again), problems }
    : { ...refuse('opinion_incomplete', `the opinion ${is}: ${fieldsOf(problems)}`, again), problems };
}

function asProblem({ message, remedy }: Refusal): Problem {
  return { key: 'judged', message, ...(remedy === undefined ? {} : { expected: remedy }) };
}

function fieldsOf(problems: readonly Problem[]): string {
  // What is wrong with each is told once, by the problems.
  return [...new Set(problems.map(({ key = '' }) => key))].join(', ');
}
