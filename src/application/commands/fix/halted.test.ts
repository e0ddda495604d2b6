import { describe, expect, it } from 'vitest';
import { recorded, requested } from '../../../../test/kit/review.js';
import { fold } from '../../../domain/lifecycle/evolve.js';
import { decideByPerson } from '../../../domain/lifecycle/person.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import { isRefusal, refuse } from '../../../domain/model/refusal.js';
import { Halted, mustStand } from './halted.js';
import { testsWeakened } from './tests-weakened.js';

const events: readonly ReviewEvent[] = [
  { type: 'review_requested', data: requested() },
  { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9_000 } },
  {
    type: 'review_decided',
    data: { findings: [], decision: { outcome: 'changes_requested', confidence: 40, rules: [] } },
  },
];
const after = (...more: readonly ReviewEvent[]) => fold(recorded('R', [...events, ...more]))!;
const left = after();

describe('a review that is being mended', () => {
  it('goes on where it stands as the loop left it', () => {
    expect(mustStand(after(), left)).toEqual(left);
  });

  it.each(['approved', 'changes_requested', 'rejected'] as const)(
    'goes no further once a person has decided: %s',
    (outcome) => {
      const word = decideByPerson(left, { outcome, person: 'dana', note: 'read it' });
      if (isRefusal(word)) throw new Error(word.message);
      expect(() => mustStand(after(...word), left)).toThrow(Halted);
      expect(() => mustStand(after(...word), left)).toThrow(`was decided by dana (${outcome})`);
    },
  );

  it('goes no further once somebody withdrew it', () => {
    const withdrawn: ReviewEvent = { type: 'review_withdrawn', data: { reason: 'not needed' } };
    expect(() => mustStand(after(withdrawn), left)).toThrow('moved while it was being mended');
  });
});

describe('what an attempt took away from tests', () => {
  it('stops the loop where nobody can look', async () => {
    const repository = { freeze: () => Promise.resolve(refuse('missing_objects', 'a commit is gone', 'fetch it')) };
    const reviewer = { seats: () => [], review: () => Promise.resolve([]) };
    const on = { repository, reviewer, signal: new AbortController().signal };
    const { classification } = left;
    expect(await testsWeakened(on, { review: left, commit: 'c'.repeat(40) }, { classification })).toEqual({
      reason: 'tests_weakened',
      why: 'nobody can see whether the fix takes tests away: a commit is gone',
    });
  });
});
