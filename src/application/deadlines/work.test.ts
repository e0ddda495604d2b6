import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { record } from '../../../test/contract/store.js';
import { hour, minute, peerRequested } from '../../../test/kit/peer.js';
import { ManualClock } from '../../adapters/clock/manual-clock.js';
import { MemoryStore } from '../../adapters/storage/memory/memory-store.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import { work, workOnce, type Turn, type WorkDependencies } from './work.js';

const request: ReviewEvent = { type: 'review_requested', data: peerRequested() };
const assigned: ReviewEvent = {
  type: 'review_assigned',
  data: { reviewer: 'grace', place: 'primary', reason: 'free', rules: [] },
};

/** Works on a clock that moves by each pause, until so much time has passed. */
async function worked(until: number, chores: WorkDependencies['chores'] = []) {
  const store = new MemoryStore();
  const clock = new ManualClock(0);
  await record(store, 'A1', [request, assigned], 0);
  const stop = new AbortController();
  const pauses: number[] = [];
  const turns: Turn[] = [];
  const on: WorkDependencies = {
    store,
    clock,
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    chores,
    finish: () => Promise.resolve({ said: [], moved: false }),
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      clock.advance(milliseconds);
      if (clock.now() > until) stop.abort();
      return Promise.resolve();
    },
  };
  await work(on, (turn) => turns.push(turn), stop.signal);
  return { store, pauses, turns };
}

describe('work', () => {
  it('fires each deadline at its time, sleeping between, and stops when it is told to', async () => {
    const { store, pauses, turns } = await worked(3 * hour);
    const facts = (await store.readStream('review/A1')).filter(({ type }) => type === 'deadline_fired');
    expect(facts.map(({ at, data }) => [at / minute, (data as { kind: string }).kind])).toEqual([
      [30, 'start_reminder'],
      [45, 'start_backup'],
      [60, 'assignment_wait'],
    ]);
    expect(turns.reduce((sum, { fired }) => sum + fired, 0)).toBe(3);
    expect(Math.max(...pauses)).toBe(5_000);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(250);
  });

  it('does the chores at each turn and hands on what they say', async () => {
    let done = 0;
    const { turns } = await worked(minute, [() => Promise.resolve((done += 1) === 1 ? ['backed up'] : [])]);
    expect(done).toBe(turns.length - 1);
    expect(turns.flatMap(({ said }) => said)).toEqual(['backed up']);
  });
});

describe('work that is done once', () => {
  const ends = [
    { said: ['ada was called'], moved: true },
    { said: ['grace could not be called'], moved: false },
    { said: ['never said'], moved: false },
  ];

  it('goes on while a turn came to something, and ends where asking again is no use', async () => {
    const turns: Turn[] = [];
    const left = [...ends];
    const on: WorkDependencies = {
      store: new MemoryStore(),
      clock: new ManualClock(0),
      digest: (text) => text,
      chores: [],
      finish: () => Promise.resolve(left.shift() ?? { said: [], moved: false }),
      pause: () => Promise.reject(new Error('it does not wait')),
    };
    await workOnce(on, (turn) => turns.push(turn), new AbortController().signal);
    expect(turns.flatMap(({ said }) => said)).toEqual(['ada was called', 'grace could not be called']);
  });
});
