import { kebabName } from '../../domain/identity/name.js';
import { opening } from '../../domain/lifecycle/after.js';
import type { Decision } from '../../domain/model/decision.js';
import type { ReviewEvent, ReviewRequested } from '../../domain/model/event.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { isMeant } from '../../domain/peer/assignment/obstacle.js';
import { carriedOnto } from '../commands/carried.js';
import { offFor, sample, type Sampled } from '../patterns/sample.js';
import { claimedCreator, creatorOfRole } from '../commands/claimed-creator.js';
import { openWith } from '../commands/opening.js';
import { prepare, type Prepared } from '../commands/prepare.js';
import type { RequestedReview, RequestReview } from '../peer-review.js';
import { rejectedBefore, requestedAnswer } from './answer.js';
import type { Asked } from './asked.js';
import type { LookingDependencies } from './dependencies.js';
import { inherited } from './inherited.js';
import { precheckDocuments, precheckOf } from './precheck.js';
import { whoSpeaks, type Speaker } from './principal.js';
import { notFit, requestOf } from './request-text.js';
import { sameKey, spokenOf } from './repeated.js';
import { followUp, lookAt, type Submitted } from './submitted.js';
import { termsFor } from './terms.js';

/**
 * Opens a review among peers: freezes the change, asks the policy of its base, lets the embedded reviewers look at it, and
 * asks whoever is free. One transaction; where it is refused nothing was opened.
 */
export async function requestReview(
  on: LookingDependencies,
  ask: RequestReview,
  signal: AbortSignal,
): Promise<RequestedReview | Refusal> {
  await on.overdue();
  const speaker = await whoSpeaks(on, ask.creator);
  if (isRefusal(speaker)) return speaker;
  const wrong = creatorOfRole(ask.creator, on.embeddedRoles) ?? notFit(ask);
  if (wrong !== undefined) return wrong;
  const prepared = await prepare(on.looking, { noSkip: false, ...ask, creator: speaker.name }, () => undefined);
  if (isRefusal(prepared)) return prepared;
  try {
    const other = await claimedCreator(on.store, speaker.principal, prepared, 'token');
    if (other !== undefined) return other;
    const request = requestOf(ask, speaker, on.context);
    const asked = { ask, request, prepared };
    const known = (await sameKey(on, asked)) ?? (await spokenOf(on, prepared.frozen.change));
    return known ?? (await open(on, { ...asked, speaker, signal }));
  } finally {
    await prepared.frozen.close();
  }
}

interface Opening extends Asked {
  readonly speaker: Speaker;
  readonly signal: AbortSignal;
}

async function open(on: LookingDependencies, asked: Opening): Promise<RequestedReview | Refusal> {
  const id = on.newId();
  const { creator, frozen } = asked.prepared;
  const carried = await carriedOnto(on.store, { creator, change: frozen.change });
  const openingOf = (prepared: Prepared) =>
    openWith({ prepared, evaluate: on.looking.evaluate, noSkip: false, carried });
  let seen: Promise<Seen | Refusal> | undefined;
  const look = () => (seen ??= seeing(on, id, asked, openingOf(asked.prepared).requested));
  const of = { principal: asked.speaker.principal, review: id, look };
  for (let tried = 0; ; tried += 1) {
    const sampled = tried < mostDraws ? await sample(on, asked.prepared, of) : crowded(asked.prepared);
    if (isRefusal(sampled)) return sampled;
    const { requested, skipped } = openingOf(sampled.prepared);
    if (skipped === undefined) return openLooked(on, id, asked, { requested, sampled, look });
    const events = [opens(requested, asked, {}), ...sampled.events, skippedBy(skipped)];
    const answer = await opened(on, id, asked, { events, journalAt: sampled.readAt });
    if (answer !== undefined) return answer;
    if (sampled.readAt === undefined) throw notOpened(id);
  }
}

function notOpened(id: string): Error {
  return new Error(`review ${id} was not opened: its id, key or content is taken`);
}

/** How often a change that was not drawn is drawn anew because others wrote meanwhile, before it is reviewed. */
const mostDraws = 5;

/** Of requests made at the same moment each would rest on what was known before the draw of the others. */
function crowded(prepared: Prepared): Sampled {
  return { prepared: offFor(prepared, 'others wrote to the store each time this change was drawn'), events: [] };
}

function skippedBy(decision: Decision): ReviewEvent {
  return { type: 'review_skipped', data: { decision } };
}

interface Drawn {
  readonly requested: ReviewRequested;
  readonly sampled: Sampled;
  readonly look: () => Promise<Seen | Refusal>;
}

async function openLooked(
  on: LookingDependencies,
  id: string,
  asked: Opening,
  { requested, sampled, look }: Drawn,
): Promise<RequestedReview | Refusal> {
  const looked = await look();
  if (isRefusal(looked)) return looked;
  const now = on.clock.now();
  const first = [opens(requested, asked, looked.found), ...sampled.events, ...looked.standing];
  const events = [...first, ...followUp(on, opening(id, first, now), looked, now)];
  const answer = await opened(on, id, asked, { events });
  if (answer === undefined) throw notOpened(id);
  return isRefusal(answer) ? answer : { ...answer, ...(await ungranted(on, answer, wishOf(asked).named)) };
}

/** What a review of the change opens with, whatever it is drawn for: all that takes time or can be refused. */
interface Seen extends Pick<Submitted, 'choice' | 'opinions'> {
  readonly found: Partial<Pick<Peer, 'precheck' | 'material'>>;
  readonly standing: readonly ReviewEvent[];
}

async function seeing(
  on: LookingDependencies,
  id: string,
  asked: Opening,
  requested: ReviewRequested,
): Promise<Seen | Refusal> {
  const { prepared, signal } = asked;
  const bare = opens(requested, asked, {});
  const looked = await lookAt(on, prepared, opening(id, [bare], on.clock.now()), wishOf(asked), signal);
  if (isRefusal(looked)) return looked;
  const { choice, opinions, material } = looked;
  const found = { precheck: precheckOf(opinions), ...(material === undefined ? {} : { material }) };
  const review = opening(id, [opens(requested, asked, found)], on.clock.now());
  return { choice, opinions, found, standing: await inherited(on, review, { frozen: prepared.frozen }) };
}

function wishOf({ ask: { reviewer } }: Asked): { readonly named?: string } {
  return reviewer === undefined ? {} : { named: kebabName(reviewer) ?? reviewer };
}

/** A wish never goes round the policy; that it was not granted is said. */
async function ungranted(
  { store }: LookingDependencies,
  { reviewer, note }: RequestedReview,
  named: string | undefined,
): Promise<Pick<RequestedReview, 'note'>> {
  if (named === undefined || named === reviewer) return {};
  const meant = (await store.listAgents()).filter((agent) => isMeant(agent, named));
  if (meant.some(({ name }) => name === reviewer)) return {};
  const why =
    meant.length === 0
      ? `nobody is called ${named} or plays it (\`countersign agent list\`)`
      : `${named} was asked for and does not get it by the policy`;
  return { note: note === undefined ? why : `${why}; ${note}` };
}

type Peer = NonNullable<ReviewRequested['peer']>;

function opens(
  requested: ReviewRequested,
  { request, prepared, speaker }: Opening,
  found: Partial<Pick<Peer, 'precheck' | 'material'>>,
): ReviewEvent {
  const terms = termsFor(prepared, speaker);
  const { acceptedTip: accepted } = prepared.frozen;
  const peer = { request, terms, precheck: [], ...found, ...(accepted && { accepted }) };
  return { type: 'review_requested', data: { ...requested, peer } };
}

/** Undefined where it was not, and nobody else's review is in the way: others wrote since `journalAt`. */
async function opened(
  on: LookingDependencies,
  id: string,
  asked: Asked,
  { events, journalAt }: { readonly events: readonly ReviewEvent[]; readonly journalAt?: number | undefined },
): Promise<RequestedReview | Refusal | undefined> {
  const actor = asked.request.by;
  const at = on.clock.now();
  const { baseTree: base, headTree: head } = asked.prepared.frozen.change;
  const stream = `review/${id}` as const;
  const alone = { aloneOn: { base, head }, journalAt };
  const appended = await on.store.append({ stream, expectedVersion: 0, actor, at, events, ...alone });
  if (appended.outcome === 'conflict')
    return (await sameKey(on, asked)) ?? (await spokenOf(on, asked.prepared.frozen.change));
  const review = opening(id, events, at);
  return { ...requestedAnswer(review, precheckIn(review, events, on)), ...(await rejectedBefore(on, review)) };
}

function precheckIn(review: Review, [first]: readonly ReviewEvent[], { digest }: Pick<LookingDependencies, 'digest'>) {
  const found = first?.type === 'review_requested' ? (first.data.peer?.precheck ?? []) : [];
  return precheckDocuments(review, found, digest);
}
