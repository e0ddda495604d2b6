import { objectionsFell } from '../../domain/contest/contest.js';
import { escalated } from '../../domain/escalation/escalate.js';
import { ownWork } from '../../domain/identity/own-work.js';
import { after } from '../../domain/lifecycle/after.js';
import { next } from '../../domain/lifecycle/table.js';
import type { Change } from '../../domain/model/change.js';
import type { ReviewEvent, ReviewRevised } from '../../domain/model/event.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { carries } from '../../domain/peer/revision/carry.js';
import { criteriaChanged, policyChange } from '../../domain/peer/revision/policy-change.js';
import { servicesOf } from '../../domain/policy/path-facts.js';
import { carryOf, nothingChanged, unknownFix } from '../../domain/peer/revision/revise.js';
import { notNow } from '../../domain/peer/submission/state.js';
import { criteriaFor } from '../../domain/policy/lookup.js';
import { carriedOnto } from '../commands/carried.js';
import { prepare, type Prepared } from '../commands/prepare.js';
import { refusedOnRecord } from '../commands/refused-attempt.js';
import type { RequestedReview, ReviseReview } from '../peer-review.js';
import { findReviewRow } from '../queries/find-review.js';
import { rejectedBefore, requestedAnswer } from './answer.js';
import { notTheCreator } from './creator.js';
import type { LookingDependencies } from './dependencies.js';
import { stopOfRevision, stopWords } from './fix/loop.js';
import { inherited } from './inherited.js';
import { precheckDocuments, precheckOf } from './precheck.js';
import { whoSpeaks, type Speaker } from './principal.js';
import { record, refused, standingOf, type Verdict } from './record.js';
import { spokenOf } from './repeated.js';
import { people } from './roster.js';
import { followUp, lookAt } from './submitted.js';

/**
 * The creator submits new content: an approval stays where a carry rule holds, everything else is reviewed again, by the
 * same reviewer where it can be (SPEC 2, rule 3; SPEC 5.3).
 */
export async function requestReReview(
  on: LookingDependencies,
  ask: ReviseReview,
  signal: AbortSignal,
): Promise<RequestedReview | Refusal> {
  await on.overdue();
  const row = await findReviewRow(on.store, ask.review);
  if (isRefusal(row)) return row;
  const verb = 'revise';
  const speaker = await whoSpeaks(on);
  if (isRefusal(speaker)) return refusedOnRecord(on, row.id, speaker, { verb, actor: await on.caller.claimed() });
  const { review } = await standingOf(on, row.id);
  const early = mayRevise(review, ask, speaker);
  if (early?.code === 'not_the_creator') return refusedOnRecord(on, row.id, early, { verb, actor: speaker.name });
  if (early !== undefined) return early;
  const { scope = [] } = review.peer?.request ?? {};
  const asked = { change: ask.change, type: review.type, creator: review.creator, noSkip: true, scope };
  const prepared = await prepare(on.looking, asked, () => undefined);
  if (isRefusal(prepared)) return prepared;
  try {
    return await submit(on, row.id, { ask, speaker, prepared, signal });
  } finally {
    await prepared.frozen.close();
  }
}

function mayRevise(review: Review, ask: ReviseReview, speaker: Speaker): Refusal | undefined {
  const stranger = notTheCreator(review, speaker, 'revises');
  if (stranger !== undefined) return stranger;
  if (next(review.status, 'revise') === undefined) return notNow(review, 'revised');
  if (ask.changesMade.trim() === '')
    return refuse('reason_missing', 'a revision says what was changed', 'say it in a sentence');
  return unknownFix(review, ask.fixed ?? []);
}

interface Revising {
  readonly ask: ReviseReview;
  readonly speaker: Speaker;
  readonly prepared: Prepared;
  readonly signal: AbortSignal;
}

async function submit(on: LookingDependencies, id: string, revising: Revising): Promise<RequestedReview | Refusal> {
  const revised = await record(on, id, revising.speaker.name, ({ review }) => revise(on, review, revising));
  if (isRefusal(revised)) return revised;
  const { history } = await standingOf(on, id);
  const last = history.findLast(({ type }) => type === 'review_revised');
  const { precheck } = (last?.data ?? { precheck: [] }) as ReviewRevised;
  const kept = revised.status === 'approved' && revised.opinions.every(({ seat }) => seat.driver !== 'embedded');
  const note = kept ? 'the approval holds for the new content' : undefined;
  const criteria = revised.peer?.policyChanged?.criteria ?? [];
  const answer = requestedAnswer(revised, precheckDocuments(revised, precheck, on.digest), note);
  const told = { ...answer, ...(await rejectedBefore(on, revised)) };
  return criteria.length === 0 ? told : { ...told, criteriaChanged: criteria };
}

async function revise(on: LookingDependencies, review: Review, revising: Revising): Promise<Verdict> {
  const { ask, speaker, prepared } = revising;
  const late = mayRevise(review, ask, speaker);
  if (late !== undefined) return refused(late);
  const { change, baseAccepted } = prepared.frozen;
  const now = { digest: prepared.origin.digest, criteria: criteriaFor(prepared.policy, review.type) };
  const policy = policyChange(review, now);
  const revision = {
    change,
    criteriaChanged: criteriaChanged(review, now),
    approverInside: await approverInside(on, review, change),
    baseAccepted,
  };
  const same = nothingChanged(review, revision, objectionsFell(review));
  if (same !== undefined) return refused(same);
  const elsewhere = await spokenOf(on, change, review.id);
  if (elsewhere !== undefined) return refused(elsewhere);
  const noted: readonly ReviewEvent[] = policy === undefined ? [] : [{ type: 'policy_changed', data: policy }];
  const carry = review.status === 'approved' ? carryOf(review, revision) : [];
  const bare = await contentOf(on, revising, carry);
  if (carries(carry)) return { events: [...noted, { type: 'review_revised', data: bare }] };
  const again = objectionsFell(review) || revision.criteriaChanged.length > 0;
  const round = await nextRound(on, review, { ...revising, bare, again });
  return isRefusal(round) ? refused(round) : { events: [...noted, ...round] };
}

interface Bare {
  readonly bare: ReviewRevised;
  /** Whether something else than the content may have changed. */
  readonly again: boolean;
}

/** The new content is looked at as the first one was, by whoever knows the review already where it can be. */
async function nextRound(
  on: LookingDependencies,
  review: Review,
  { bare, prepared, signal, again: mayRepeat }: Revising & Bare,
): Promise<readonly ReviewEvent[] | Refusal> {
  const now = on.clock.now();
  const again = lastReviewer(review);
  const stop = stopOfRevision(review, { change: bare.change, turns: bare.turns, again: mayRepeat });
  if (stop !== undefined) return halted(on, review, { bare, prepared, stop });
  const state = after(review, [{ type: 'review_revised', data: bare }], now);
  const looked = await lookAt(on, prepared, state, again === undefined ? {} : { again }, signal);
  if (isRefusal(looked)) return looked;
  const { opinions, material } = looked;
  const data = { ...bare, precheck: precheckOf(opinions), ...(material === undefined ? {} : { material }) };
  const revised: ReviewEvent = { type: 'review_revised', data };
  const { frozen } = prepared;
  const standing = await inherited(on, after(review, [revised], now), { frozen, before: review });
  const first = [revised, ...standing];
  return [...first, ...followUp(on, after(review, first, now), looked, now)];
}

/** What can not be a fix is on record and costs no review: a person is asked, with what remains (SPEC 6.3). */
async function halted(
  on: LookingDependencies,
  before: Review,
  { bare, prepared, stop }: Pick<Revising & Bare, 'bare' | 'prepared'> & { readonly stop: Halting },
): Promise<readonly ReviewEvent[]> {
  const now = on.clock.now();
  const revised: ReviewEvent = { type: 'review_revised', data: bare };
  const standing = await inherited(on, after(before, [revised], now), { frozen: prepared.frozen, before });
  const events = [revised, ...standing];
  const review = after(before, events, now);
  const reason = stopWords(stop.why, review);
  const question = { trigger: 'fix_loop', reason, by: 'countersign', stop: stop.reason } as const;
  return [...events, escalated(review, question, now)];
}

type Halting = NonNullable<ReturnType<typeof stopOfRevision>>;

function lastReviewer({ peer }: Review): string | undefined {
  return peer?.rounds.at(-1)?.reviewer ?? peer?.assignment?.reviewer;
}

async function contentOf(
  on: LookingDependencies,
  { ask, prepared }: Revising,
  carry: ReviewRevised['carry'],
): Promise<ReviewRevised> {
  const { frozen, classification, exclusions, creator, policy, pathFacts } = prepared;
  const services = servicesOf(policy, pathFacts);
  const carried = await carriedOnto(on.store, { creator, change: frozen.change });
  const { change, acceptedTip: accepted } = frozen;
  return {
    change,
    classification,
    exclusions,
    ...(services.length > 0 && { services }),
    changesMade: ask.changesMade.trim(),
    claimedFixed: ask.fixed ?? [],
    ...(ask.turns !== undefined && { turns: ask.turns }),
    carried: Object.fromEntries(carried),
    seats: [],
    precheck: [],
    carry,
    ...(accepted && { accepted }),
  };
}

/** Whoever approved and then touched the content, a rebase of its own included, approved its own work (SPEC 2, rule 4). */
async function approverInside(
  on: LookingDependencies,
  { opinions, personDecision }: Review,
  change: Change,
): Promise<string | undefined> {
  const names = new Set([
    ...opinions.map(({ seat }) => seat.role),
    ...(personDecision === null ? [] : [personDecision.person]),
  ]);
  for (const agent of (await people(on.store)).agents) {
    const how = names.has(agent.name) ? ownWork(agent, { creator: '', change }) : undefined;
    if (how !== undefined) return `${agent.name}, who approved, is ${how}`;
  }
  return undefined;
}
