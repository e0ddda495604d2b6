import type { Digest } from '../../domain/findings/fingerprint.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Opinion } from '../../domain/model/opinion.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { seatName } from '../../domain/model/seat.js';
import type { Seat } from '../../domain/model/seat.js';
import type { AgentEntry } from '../../domain/model/policy-protocols.js';
import type { Policy } from '../../domain/model/policy.js';
import type { Disposition } from '../../domain/model/finding.js';
import type { PanelSeat } from '../../domain/seating/seating.js';
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
import { claimedCreator } from './claimed-creator.js';
import { open } from './opening.js';
import { panelTask } from './panel-task.js';
import { recorder } from './recorder.js';
import { prepare, type PrepareDependencies, type Prepared } from './prepare.js';
import { seatReviewers, type Seated } from './seat-reviewers.js';

export interface ReviewDependencies extends PrepareDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly newId: () => string;
  readonly reviewer: Reviewer;
  readonly caller: Pick<Caller, 'token'>;
  /** Roles that `reviewer` can play without an agent. */
  readonly embeddedRoles: ReadonlySet<string>;
  /** Agents that the caller may name beside those of the policy. */
  readonly guests: Readonly<Record<string, AgentEntry>>;
  /** Why the user's own words on agents are not to be used; a review that asks no agent does without them. */
  readonly agentsRefused?: Refusal;
}

const minute = 60_000;

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
    const other = await claimedCreator(on.store, by, prepared);
    if (other !== undefined) return other;
    const planned = await plan(on, prepared, request);
    if (isRefusal(planned)) return planned;
    return toDocument(await run(on, planned, request, progress, signal));
  } finally {
    await prepared.frozen.close();
  }
}

/** A review that can begin: who sits, and what they are told. Nothing is recorded yet. */
interface Planned {
  readonly prepared: Prepared;
  readonly id: string;
  readonly seated: Seated;
  readonly carried: ReadonlyMap<string, Disposition>;
  readonly packet: Packet;
  readonly seats: readonly Seat[];
}

async function plan(on: ReviewDependencies, prepared: Prepared, request: ReviewRequest): Promise<Planned | Refusal> {
  const id = on.newId();
  const { creator } = prepared;
  const { change } = prepared.frozen;
  const seated = seatReviewers({
    prepared,
    wanted: request.panel ?? [],
    guests: on.guests,
    open: await on.store.openByReviewer(),
    embeddedRoles: on.embeddedRoles,
  });
  const [unknown] = seated.unknown;
  const asksAgents = unknown !== undefined || seated.seats.length > 0;
  if (asksAgents && on.agentsRefused !== undefined) return on.agentsRefused;
  if (unknown !== undefined) return unknownAgent(unknown, prepared, on);
  const carried = await carriedOnto(on.store, { creator, change });
  const panel = seated.seats.length === 0 ? undefined : await panelTask(on.store, { prepared, seated, carried });
  if (isRefusal(panel)) return panel;
  const packet = { ...packetFor(id, prepared, request), ...(panel && { panel }) };
  return { prepared, id, seated, carried, packet, seats: on.reviewer.seats(packet) };
}

function unknownAgent(name: string, { policy }: Prepared, { guests }: ReviewDependencies): Refusal {
  const names = [...Object.keys(policy.agents), ...Object.keys(guests)];
  return refuse(
    'unknown_seat',
    `nobody called ${name} can be asked for an opinion`,
    `Name an agent of the policy or of your own configuration: ${[...new Set(names)].join(', ')}.`,
  );
}

async function run(
  on: ReviewDependencies,
  planned: Planned,
  request: ReviewRequest,
  progress: (step: Progress) => void,
  signal: AbortSignal,
): Promise<Review> {
  const { prepared, id, packet, seats, seated } = planned;
  const { creator } = prepared;
  const opening = open({
    prepared,
    evaluate: on.evaluate,
    noSkip: request.noSkip,
    seats: seats.map(seatName),
    assignment: seated.assignment,
    seatRules: seated.rules,
    asked: seated.asked,
    carried: planned.carried,
    embeddedRoles: on.embeddedRoles,
  });
  const requested: ReviewEvent = { type: 'review_requested', data: opening.requested };
  const record = recorder(on, id, creator);
  if (opening.skipped !== undefined)
    return record([requested, { type: 'review_skipped', data: { decision: opening.skipped } }]);
  const leaseUntil = on.clock.now() + leaseMinutes(prepared.policy, seated.seats) * minute;
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

/** Until nobody can be at work any more: the longest of all who work, and time to prepare and to record. */
function leaseMinutes(policy: Policy, seats: readonly PanelSeat[]): number {
  const embedded = policy.defaultTimeoutMinutes + (policy.testCommand?.timeoutMinutes ?? 0);
  const agents = seats.map(({ entry }) => (entry.limits.timeoutMinutes ?? policy.defaultTimeoutMinutes) + 5);
  return Math.max(embedded, ...agents);
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
