import type { Digest } from '../../domain/findings/fingerprint.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Opinion } from '../../domain/model/opinion.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { seatName } from '../../domain/model/seat.js';
import { criteriaFor } from '../../domain/policy/lookup.js';
import type { Progress, ReviewRequest } from '../application.js';
import { identify, type Caller } from '../identify.js';
import { tick } from '../deadlines/tick.js';
import { decideRound } from '../decide.js';
import type { Clock } from '../ports/clock.js';
import type { Packet, Reviewer } from '../ports/reviewer.js';
import type { Store } from '../ports/store.js';
import { toDocument } from '../queries/to-document.js';
import type { ReviewDocument } from '../queries/document.js';
import { carriedOnto } from './carried.js';
import { open } from './opening.js';
import { prepare, type PrepareDependencies, type Prepared } from './prepare.js';

export interface ReviewDependencies extends PrepareDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly newId: () => string;
  readonly reviewer: Reviewer;
  readonly caller: Pick<Caller, 'token'>;
  /** Roles that `reviewer` can play. */
  readonly embeddedRoles: ReadonlySet<string>;
}

const minute = 60_000;
const attempts = 20;

/**
 * THE MAIN JOB (SPEC 4): freeze the change, ask the policy of its base revision, seat reviewers, let them work side by side,
 * decide and record. Two transactions: the review opened, and its opinions with the decision.
 */
export async function reviewChange(
  on: ReviewDependencies,
  request: ReviewRequest,
  progress: (step: Progress) => void,
  signal: AbortSignal,
): Promise<ReviewDocument | Refusal> {
  if (request.protocol !== undefined && request.protocol !== 'standards')
    return refuse(
      'unknown_protocol',
      `no protocol "${request.protocol}" can be run here`,
      'use `--protocol standards`',
    );
  // A token that proves nobody is a mistake of whoever set it; going on without it would hide that.
  const by = await identify(on, on.caller);
  if (isRefusal(by)) return by;
  await tick(on);
  const prepared = await prepare(on, request, progress);
  if (isRefusal(prepared)) return prepared;
  try {
    return toDocument(await run(on, prepared, request, progress, signal));
  } finally {
    await prepared.frozen.close();
  }
}

async function run(
  on: ReviewDependencies,
  prepared: Prepared,
  request: ReviewRequest,
  progress: (step: Progress) => void,
  signal: AbortSignal,
): Promise<Review> {
  const id = on.newId();
  const packet = packetFor(id, prepared, request);
  const seats = on.reviewer.seats(packet);
  const { creator } = prepared;
  const { change } = prepared.frozen;
  const opening = open({
    prepared,
    evaluate: on.evaluate,
    noSkip: request.noSkip,
    seats: seats.map(seatName),
    carried: await carriedOnto(on.store, { creator, change }),
    open: await on.store.openByReviewer(),
    embeddedRoles: on.embeddedRoles,
  });
  const requested: ReviewEvent = { type: 'review_requested', data: opening.requested };
  const record = recorder(on, id, creator);
  if (opening.skipped !== undefined)
    return record([requested, { type: 'review_skipped', data: { decision: opening.skipped } }]);
  const timeout = prepared.policy.defaultTimeoutMinutes + (prepared.policy.testCommand?.timeoutMinutes ?? 0);
  const leaseUntil = on.clock.now() + timeout * minute;
  const reviewer = opening.reviewer ?? 'nobody';
  await record([requested, { type: 'review_started', data: { reviewer, leaseUntil } }]);
  const opinions = await on.reviewer.review(packet, seats, ({ seat, step }) => progress({ who: seat, step }), signal);
  progress({ who: 'decision', step: 'deciding' });
  return record((review) => conclusion(review, opinions, on.digest));
}

function conclusion(review: Review | undefined, opinions: readonly Opinion[], digest: Digest): readonly ReviewEvent[] {
  if (review === undefined) throw new Error('a review is decided after it was opened');
  const submitted = opinions.map((opinion): ReviewEvent => ({ type: 'opinion_submitted', data: { opinion } }));
  const data = decideRound({ ...review, opinions: [...review.opinions, ...opinions] }, digest);
  return [...submitted, { type: 'review_decided', data }];
}

type Record = (
  next: readonly ReviewEvent[] | ((review: Review | undefined) => readonly ReviewEvent[]),
) => Promise<Review>;

/** Writes to one review's stream. Others may put refused attempts on it meanwhile, and end it once its lease has passed. */
function recorder(on: Pick<ReviewDependencies, 'store' | 'clock'>, id: string, creator: string): Record {
  const stream = `review/${id}` as const;
  return async (next) => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const before = await on.store.readStream(stream);
      const state = fold(before);
      if (state !== undefined && state.status !== 'in_progress')
        throw new Error(`review ${id} was ended by another process: it took longer than its lease`);
      const events = typeof next === 'function' ? next(state) : next;
      const at = on.clock.now();
      const appended = await on.store.append({ stream, expectedVersion: before.length, actor: creator, at, events });
      if (appended.outcome === 'conflict') continue;
      const review = fold([...before, ...appended.events]);
      if (review === undefined) throw new Error(`review ${id} has no events`);
      return review;
    }
    throw new Error(`review ${id} could not be recorded: others kept writing to it`);
  };
}

function packetFor(reviewId: string, prepared: Prepared, request: ReviewRequest): Packet {
  const { policy, frozen, classification, exclusions } = prepared;
  const { testCommand } = policy;
  return {
    reviewId,
    frozen,
    classification,
    criteria: criteriaFor(policy, classification.type),
    exclusions,
    embeddedVerdict: policy.embedded,
    ...(request.scope === undefined ? {} : { scope: request.scope }),
    ...(testCommand === null
      ? {}
      : { testCommand: { command: testCommand.command, timeoutMs: testCommand.timeoutMinutes * minute } }),
  };
}
