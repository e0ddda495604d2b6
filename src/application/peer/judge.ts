import { contestsBefore } from '../../domain/contest/contest.js';
import { judge, type Judgement } from '../../domain/contest/judge.js';
import { contentOf } from '../../domain/findings/standing.js';
import type { Principal } from '../../domain/model/agent.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { canonicalSeverity } from '../../domain/model/verdict.js';
import { mayNotReview } from '../../domain/peer/assignment/may-review.js';
import { ofOtherContent } from '../../domain/peer/submission/channel.js';
import type { StartedReview, SubmitReview } from '../peer-review.js';
import type { ReviewDocument } from '../queries/document.js';
import { iso, toDocument } from '../queries/to-document.js';
import type { PeerDependencies } from './dependencies.js';
import { packetOf } from './packet/packet.js';
import { record, refused, standingOf, type Verdict } from './record.js';
import { people, rosterFor, type People } from './roster.js';

const minute = 60_000;

/** Whether somebody judges contests of a review in which it has no other part now. */
export function isJudge(review: Review, name: string): boolean {
  return contestsBefore(review, name).length > 0 && review.peer?.assignment?.reviewer !== name;
}

/** Gives a judge the packet, and a nonce for its judgement alone. */
export async function startJudging(
  on: PeerDependencies,
  id: string,
  principal: Principal,
): Promise<StartedReview | Refusal> {
  const everybody = await people(on.store);
  const nonce = on.newNonce();
  const opened = await record(on, id, principal.name, ({ review }) => {
    const obstacle = mayNotReview(review, { principal, context: on.context }, rosterFor(review, everybody));
    if (obstacle !== undefined) return refused(obstacle, { verb: 'judge', actor: principal.name });
    const data = { judge: principal.name, nonceDigest: on.digest(nonce) };
    return { events: [{ type: 'contest_opened', data }] };
  });
  if (isRefusal(opened)) return opened;
  const until = (contestsBefore(opened, principal.name)[0]?.at ?? 0) + (opened.peer?.terms.silentMinutes ?? 0) * minute;
  const packet = await packetOf(on, await standingOf(on, id), principal.name);
  return { review: id, nonce, leaseUntil: iso(until), packet };
}

/** Whether an answer carries the nonce of a judge: then it is a judgement, and its verdict on the review counts for nothing. */
export function isJudgement(review: Review, name: string, nonceDigest: string): boolean {
  return contestsBefore(review, name).some((contest) => contest.nonceDigest === nonceDigest);
}

/** Records what a judge says of everything that was contested before it, in one append. */
export async function submitJudgement(
  on: PeerDependencies,
  id: string,
  principal: Principal,
  ask: SubmitReview,
): Promise<ReviewDocument | Refusal> {
  const everybody = await people(on.store);
  const judged = await record(on, id, principal.name, ({ review }) =>
    judgement(on, review, { principal, ask, everybody }),
  );
  return isRefusal(judged) ? judged : toDocument(judged);
}

interface Judging {
  readonly principal: Principal;
  readonly ask: SubmitReview;
  readonly everybody: People;
}

function judgement(on: PeerDependencies, review: Review, { principal, ask, everybody }: Judging): Verdict {
  const by = principal.name;
  const attempt = { verb: 'judge', actor: by };
  const obstacle =
    mayNotReview(review, { principal, context: on.context }, rosterFor(review, everybody)) ??
    ofOtherContent(review, ask.headTree) ??
    unanswered(review, ask, { by, nonceDigest: on.digest(ask.nonce) });
  if (obstacle !== undefined) return refused(obstacle, attempt);
  const events = judge(review, {
    by,
    judgements: judgementsOf(ask),
    contentOf: (finding) => contentOf(finding, review.change),
  });
  return isRefusal(events) ? refused(events, attempt) : { events };
}

/** What an answer says of contested findings, in the words of the domain. */
export function judgementsOf({ judged = [] }: Pick<SubmitReview, 'judged'>): readonly Judgement[] {
  return judged.map(({ finding, severity, ...said }) => ({
    findingId: finding,
    ...said,
    ...(severity === undefined ? {} : { severity: canonicalSeverity(severity) }),
  }));
}

/** The nonce is good for one answer, so the answer has to be whole. */
function unanswered(
  review: Review,
  ask: SubmitReview,
  { by, nonceDigest }: { readonly by: string; readonly nonceDigest: string },
): Refusal | undefined {
  const owed = contestsBefore(review, by).filter((contest) => contest.nonceDigest === nonceDigest);
  const missing = owed.filter(({ findingId }) => !(ask.judged ?? []).some(({ finding }) => finding === findingId));
  if (owed.length > 0 && missing.length === 0) return undefined;
  const names = missing.map(({ findingId }) => findingId).join(', ');
  return refuse(
    'judgement_missing',
    owed.length === 0 ? `nothing of review ${review.id} waits for your judgement` : `not judged: ${names}`,
    'judge each finding of `toJudge` in `judged`',
  );
}
