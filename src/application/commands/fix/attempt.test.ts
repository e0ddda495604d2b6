import { describe, expect, it } from 'vitest';
import { requested } from '../../../../test/kit/review.js';
import { ManualClock } from '../../../adapters/clock/manual-clock.js';
import { MemoryStore } from '../../../adapters/storage/memory/memory-store.js';
import { decideByPerson } from '../../../domain/lifecycle/person.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import type { AgentEntry } from '../../../domain/model/policy-protocols.js';
import type { Policy } from '../../../domain/model/policy.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import type { FixTask } from '../../ports/author.js';
import { recorder } from '../recorder.js';
import { attempt } from './attempt.js';

const minute = 60_000;
const events: readonly ReviewEvent[] = [
  { type: 'review_requested', data: requested() },
  { type: 'fix_loop_started', data: { author: 'mender', cap: 2, turns: 10 } },
  { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9_000_000 } },
  {
    type: 'review_decided',
    data: { findings: [], decision: { outcome: 'changes_requested', confidence: 40, rules: [] } },
  },
];
const made = { commit: 'c'.repeat(40), tree: 'd'.repeat(40) };

/** One attempt of an author that is done, on a review that has lasted for some minutes; `meanwhile` happens while it works. */
async function attempted(
  terms: { readonly limits?: AgentEntry['limits']; readonly budget?: number; readonly spent?: number },
  meanwhile: readonly ReviewEvent[] | 'person' = [],
) {
  const store = new MemoryStore();
  const clock = new ManualClock(1_000);
  const record = recorder({ store, clock }, 'R', 'Ada', () => true);
  const review = await record(events);
  clock.set(1_000 + (terms.spent ?? 0) * minute);
  const tasks: FixTask[] = [];
  const entry: AgentEntry = { role: 'author', driver: 'command', limits: terms.limits ?? {} };
  const fixer = { name: 'mender', entry, seat: { role: 'author', driver: 'command' } as const };
  const budget = { ...defaultPolicy.budget, maxMinutes: terms.budget ?? null };
  const policy: Policy = { ...defaultPolicy, defaultTimeoutMinutes: 30, budget };
  const loop = { terms: { attempts: 2, turns: 10 }, judged: [], attempts: [] };
  const fixing = {
    ask: async (task: FixTask) => {
      tasks.push(task);
      const word = decideByPerson(review, { outcome: 'rejected', person: 'dana', note: 'read it' });
      if (isRefusal(word)) throw new Error(word.message);
      await record(meanwhile === 'person' ? word : meanwhile);
      return { ended: 'done' as const, durationMs: 1, evidence: Promise.resolve([]) };
    },
    keepOut: () => [],
    workspaces: {
      open: () => Promise.reject(new Error('open already')),
      keptOver: () => Promise.resolve({ branch: 'main', fixes: [] }),
      apply: () => Promise.reject(new Error('not yet')),
    },
  };
  const workspace = {
    directory: '/work',
    take: () => Promise.resolve(made),
    keep: () => Promise.resolve('refs/kept'),
    getReady: () => undefined,
    close: () => Promise.resolve(),
  };
  const on = { clock, newId: () => 'N', progress: () => undefined, signal: new AbortController().signal };
  const opened = { fixing, workspace, rejected: [], record };
  const going = { state: { review, loop, known: new Map(), commit: 'b'.repeat(40) }, ...opened };
  const step = { do: 'fix', attempt: 1, of: 2, turns: 10, findings: [] } as const;
  const state = await attempt(
    on,
    { planned: { fixer, prepared: { policy, frozen: { getReady: () => undefined } } } },
    going,
    step,
  );
  const recorded = (await store.readStream('review/R')).map(({ type }) => type);
  return { state, tasks, recorded };
}

describe('a fix attempt', () => {
  it('is on record, with what it made', async () => {
    const { state, recorded } = await attempted({});
    expect(recorded.at(-1)).toBe('fix_attempted');
    expect(state.review.fix?.attempts).toMatchObject([{ attempt: 1, ended: 'done', ...made }]);
    expect(state.loop.attempts).toEqual([{ ended: 'done', content: made.tree }]);
  });

  it('is not put on a review that a person decided meanwhile, and halts the loop', async () => {
    const { state, recorded } = await attempted({}, 'person');
    expect(recorded).not.toContain('fix_attempted');
    expect(state.commit).toBe(made.commit);
    expect(state.loop.attempts).toMatchObject([
      { halt: { reason: 'moved', why: 'review R was decided by dana (rejected) while it was being mended' } },
    ]);
  });

  it('nor on one that was withdrawn', async () => {
    const { state, recorded } = await attempted({}, [{ type: 'review_withdrawn', data: { reason: 'not needed' } }]);
    expect(recorded).not.toContain('fix_attempted');
    expect(state.loop.attempts[0]?.halt?.reason).toBe('moved');
  });

  it.each<[string, Parameters<typeof attempted>[0], number]>([
    ['that of the policy', {}, 30],
    ['its own', { limits: { timeoutMinutes: 45 } }, 45],
    ['what the budget leaves', { limits: { timeoutMinutes: 45 }, budget: 40, spent: 25 }, 15],
    ['what the budget leaves of that of the policy', { budget: 40, spent: 25 }, 15],
    ['its own where the budget leaves more', { limits: { timeoutMinutes: 5 }, budget: 40, spent: 25 }, 5],
  ])('has the time that is %s', async (_what, terms, minutes) => {
    expect((await attempted(terms)).tasks.map(({ timeoutMs }) => timeoutMs)).toEqual([minutes * minute]);
  });

  it('is not made where the budget leaves no time', async () => {
    const { state, tasks } = await attempted({ budget: 40, spent: 40 });
    expect(tasks).toEqual([]);
    expect(state.loop.attempts).toMatchObject([{ ended: 'failed' }]);
    expect(state.loop.attempts[0]?.detail).toContain('nothing is left of the 40 minutes');
  });
});
