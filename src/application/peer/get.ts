import { fold } from '../../domain/lifecycle/evolve.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { requesterOf } from '../../domain/peer/owed.js';
import { oncePer } from '../once-per.js';
import type { Pause } from '../ports/clock.js';
import type { GetReview, ReviewState } from '../peer-review.js';
import { findReviewRow } from '../queries/find-review.js';
import { seenByOwing } from '../queries/seen-by.js';
import { toDocument } from '../queries/to-document.js';
import type { PeerDependencies } from './dependencies.js';
import { rejectedBefore } from './answer.js';
import { heartbeat } from './heartbeat.js';
import { whoSpeaks, type Speaker } from './principal.js';
import { standingOf, type Standing } from './record.js';

/** Longest wait of one call in milliseconds: clients give up on a call after a minute. */
const longestWait = 45_000;
/** How often the journal is asked whether it went on, and how often the caller hears that it still waits. */
const interval = 250;
const progressInterval = 5_000;

/** A review as it stands, or as soon as its status is another than at `sinceVersion`. */
export async function getReview(
  on: PeerDependencies,
  { review: id, waitMs = 0, sinceVersion }: GetReview,
  waiting: { readonly pause: Pause; readonly progress: (step: string) => void; readonly signal: AbortSignal },
): Promise<ReviewState | Refusal> {
  await on.overdue();
  const speaker = await whoSpeaks(on);
  if (isRefusal(speaker)) return speaker;
  await heartbeat(on, speaker.principal);
  const row = await findReviewRow(on.store, id);
  if (isRefusal(row)) return row;
  const standing = await waited(on, row.id, { ...waiting, waitMs: Math.min(waitMs, longestWait), sinceVersion });
  const state = seenBy(standing, speaker.principal?.name);
  return mayStillChange(standing.review, speaker)
    ? { ...state, ...(await rejectedBefore(on, standing.review)) }
    : state;
}

/** Its creator, while nobody reads it: who hears of rejected approaches then can take another (SPEC 6.5). */
function mayStillChange({ status, peer }: Review, { name, principal }: Speaker): boolean {
  if (peer === null || (status !== 'pending' && status !== 'changes_requested')) return false;
  return requesterOf(peer.request) === requesterOf({ by: name, proved: principal !== undefined });
}

interface Waiting {
  readonly pause: Pause;
  readonly progress: (step: string) => void;
  readonly signal: AbortSignal;
  readonly waitMs: number;
  readonly sinceVersion: number | undefined;
}

async function waited(on: PeerDependencies, id: string, waiting: Waiting): Promise<Standing> {
  const { pause, progress, signal, waitMs, sinceVersion } = waiting;
  if (waitMs <= 0) return standingOf(on, id);
  const end = on.clock.monotonic() + waitMs;
  let told = -Infinity;
  let position = await on.store.position();
  let standing = await standingOf(on, id);
  const known = stepOf(sinceVersion === undefined ? standing.review : fold(standing.history.slice(0, sinceVersion)));
  while (stepOf(standing.review) === known && on.clock.monotonic() < end && !signal.aborted) {
    if (on.clock.monotonic() - told >= progressInterval) {
      told = on.clock.monotonic();
      progress(`${standing.review.status.replaceAll('_', ' ')}, waiting`);
    }
    await pause(Math.min(interval, Math.max(0, end - on.clock.monotonic())), signal);
    const now = await on.store.position();
    if (now === position) continue;
    const touched = (await on.store.streamsAfter(position)).includes(`review/${id}`);
    position = now;
    if (touched) standing = await standingOf(on, id);
  }
  return standing;
}

/** What somebody waits for: who has to do something now, in which round. */
function stepOf(review: Review | undefined): string {
  if (review === undefined) return '';
  const { status, revision, reviewer, findings, peer } = review;
  const judged = peer?.contests.filter(({ judgement }) => judgement !== null).length ?? 0;
  return [status, revision, reviewer ?? '', findings.map(({ state }) => state).join(), judged].join(' ');
}

const wholeState = oncePer(({ history, review }: Standing): ReviewState => ({
  version: history.length,
  document: toDocument(review),
}));

function seenBy(standing: Standing, name: string | undefined): ReviewState {
  const document = seenByOwing(standing.review, name);
  return document === undefined ? wholeState(standing) : { version: standing.history.length, document };
}
