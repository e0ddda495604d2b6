import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../adapters/clock/manual-clock.js';
import { MemoryStore } from '../../adapters/storage/memory/memory-store.js';
import { peerRequested } from '../../../test/kit/peer.js';
import { record } from '../../../test/contract/store.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import { isRefusal } from '../../domain/model/refusal.js';
import type { PeerDependencies } from './dependencies.js';
import type { Pause } from '../ports/clock.js';
import { getReview } from './get.js';

const assigned: ReviewEvent = {
  type: 'review_assigned',
  data: { reviewer: 'grace', place: 'primary', reason: 'free', rules: [] },
};
const attempt: ReviewEvent = { type: 'attempt_refused', data: { verb: 'submit', code: 'own_work', actor: 'ada' } };

/** Time passes only while the call waits; what is given happens at its moment. */
async function waiting(happens: Readonly<Record<number, ReviewEvent>> = {}, who = 'ada') {
  const store = new MemoryStore();
  const clock = new ManualClock(0);
  await record(store, 'R1', [{ type: 'review_requested', data: peerRequested({ request: { proved: false } }) }]);
  const on: PeerDependencies = {
    store,
    clock,
    digest: (text) => text,
    caller: { token: undefined, claimed: () => Promise.resolve(who) },
    context: undefined,
    policySince: () => Promise.resolve(undefined),
    overdue: () => Promise.resolve(0),
    embeddedRoles: new Set(),
    newId: () => 'R2',
    newNonce: () => 'n',
  };
  const stop = new AbortController();
  const steps: string[] = [];
  const pause: Pause = async (milliseconds) => {
    clock.advance(milliseconds);
    const event = happens[clock.monotonic()];
    if (event !== undefined) await record(store, 'R1', [event]);
    if (clock.monotonic() >= 60_000) stop.abort();
  };
  const get = (waitMs: number, sinceVersion?: number) =>
    getReview(
      on,
      { review: 'R1', waitMs, ...(sinceVersion === undefined ? {} : { sinceVersion }) },
      { pause, progress: (step) => steps.push(step), signal: stop.signal },
    );
  return { get, clock, steps, stop, store };
}

const versionOf = (answer: Awaited<ReturnType<typeof getReview>>) => (isRefusal(answer) ? answer.code : answer.version);

describe('waiting for a review', () => {
  it('ends as soon as somebody else has to do something', async () => {
    const { get, clock } = await waiting({ 1_000: assigned });
    expect(versionOf(await get(30_000))).toBe(2);
    expect(clock.monotonic()).toBe(1_000);
  });

  it('goes on over what changes nothing, and ends at its time', async () => {
    const { get, clock } = await waiting({ 1_000: attempt });
    expect(versionOf(await get(3_100))).toBe(2);
    expect(clock.monotonic()).toBe(3_100);
  });

  it('never takes longer than 45 seconds', async () => {
    const { get, clock } = await waiting();
    await get(600_000);
    expect(clock.monotonic()).toBe(45_000);
  });

  it('is over at once where it changed since the version that the caller knows', async () => {
    const { get, clock } = await waiting({ 250: assigned });
    await get(1_000);
    const known = clock.monotonic();
    expect(versionOf(await get(30_000, 1))).toBe(2);
    expect(clock.monotonic()).toBe(known);
    await get(1_000, 2);
    expect(clock.monotonic()).toBe(known + 1_000);
  });

  it('tells now and then that it waits, and stops when it is cancelled', async () => {
    const { get, steps, stop, clock } = await waiting();
    await get(12_000);
    expect(steps).toEqual(Array(3).fill('pending, waiting'));
    stop.abort();
    await get(12_000);
    expect(clock.monotonic()).toBe(12_000);
  });
});

describe('what was rejected of changes of this kind', () => {
  const rejected: readonly ReviewEvent[] = [
    { type: 'review_requested', data: peerRequested() },
    assigned,
    { type: 'review_started', data: { reviewer: 'grace', leaseUntil: 9 } },
    { type: 'review_decided', data: { findings: [], decision: { outcome: 'rejected', confidence: 90, rules: [] } } },
  ];
  const toldTo = (answer: Awaited<ReturnType<typeof getReview>>) =>
    isRefusal(answer) ? answer.code : (answer.rejectedBefore ?? []).length;

  it('is told to the creator until somebody reads the change, and to nobody else', async () => {
    const { get, store } = await waiting();
    await record(store, 'R0', [...rejected]);
    expect(toldTo(await get(0))).toBe(1);
    const other = await waiting({}, 'grace');
    await record(other.store, 'R0', [...rejected]);
    expect(toldTo(await other.get(0))).toBe(0);
    await record(store, 'R1', [assigned, { type: 'review_started', data: { reviewer: 'grace', leaseUntil: 9 } }]);
    expect(toldTo(await get(0))).toBe(0);
  });
});
