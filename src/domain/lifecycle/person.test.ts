import { describe, expect, it } from 'vitest';
import { recorded, requested } from '../../../test/kit/review.js';
import type { Outcome } from '../model/decision.js';
import type { ReviewEvent } from '../model/event.js';
import type { Review } from '../model/review.js';
import { isRefusal } from '../model/refusal.js';
import { fold } from './evolve.js';
import { decideByPerson } from './person.js';

const opening: readonly ReviewEvent[] = [
  { type: 'review_requested', data: requested() },
  { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9_000 } },
];
const open = { id: 'coverage.complete', result: 'unsatisfied', reason: 'a.bin is unreadable' } as const;
const decided = (outcome: Outcome): ReviewEvent => ({
  type: 'review_decided',
  data: { findings: [], decision: { outcome, confidence: 40, rules: [open] } },
});
const after = (...events: readonly ReviewEvent[]): Review => fold(recorded('R', events))!;
const ask = { outcome: 'approved', person: 'dana', note: 'read it' } as const;

describe('a decision by a person', () => {
  it.each(['changes_requested', 'rejected', 'inconclusive'] as const)(
    'on a review that ended %s escalates it by hand first',
    (outcome) => {
      const events = decideByPerson(after(...opening, decided(outcome)), ask);
      if (isRefusal(events)) throw new Error(events.message);
      expect(events.map(({ type }) => type)).toEqual(['review_escalated', 'person_decided']);
      expect(after(...opening, decided(outcome), ...events)).toMatchObject({
        status: 'approved',
        escalation: { trigger: 'by_hand', by: 'dana' },
        personDecision: { person: 'dana', note: 'read it' },
      });
    },
  );

  it.each([
    ['approved', 'approved'],
    ['changes_requested', 'changes_requested'],
    ['rejected', 'rejected'],
  ] as const)('%s leaves an escalated review %s, with every rule on record', (outcome, status) => {
    const events = decideByPerson(after(...opening, decided('escalated')), { ...ask, outcome });
    if (isRefusal(events)) throw new Error(events.message);
    expect(events).toHaveLength(1);
    const review = after(...opening, decided('escalated'), ...events);
    expect(review.status).toBe(status);
    expect(review.decision).toMatchObject({
      outcome,
      confidence: 40,
      rules: [open, { id: 'person.decided', result: 'satisfied' }],
    });
  });

  it('can be followed by another person with another decision', () => {
    const first = decideByPerson(after(...opening, decided('escalated')), { ...ask, outcome: 'rejected' });
    if (isRefusal(first)) throw new Error(first.message);
    const history = [...opening, decided('escalated'), ...first];
    const second = decideByPerson(after(...history), { ...ask, person: 'grace' });
    if (isRefusal(second)) throw new Error(second.message);
    expect(after(...history, ...second)).toMatchObject({ status: 'approved', personDecision: { person: 'grace' } });
    expect(after(...history, ...second).decision?.rules.map(({ reason }) => reason)).toEqual([
      'a.bin is unreadable',
      'dana rejected: read it',
      'grace approved: read it',
    ]);
  });

  it.each<[string, readonly ReviewEvent[], string]>([
    ['approved', [...opening, decided('approved')], 'revise'],
    [
      'skipped',
      [opening[0]!, { type: 'review_skipped', data: { decision: { outcome: 'skipped', confidence: 0, rules: [] } } }],
      'final',
    ],
    ['withdrawn', [...opening, { type: 'review_withdrawn', data: { reason: 'x' } }], 'final'],
    ['in progress', opening, 'give up'],
    ['pending', [opening[0]!], 'start, revise, escalate, withdraw'],
  ])('is refused while the review is %s, with the verbs that are allowed', (state, events, words) => {
    const refusal = decideByPerson(after(...events), ask);
    expect(refusal).toMatchObject({ refused: true, code: 'not_decidable' });
    expect(isRefusal(refusal) && refusal.message).toContain(`is ${state};`);
    expect(isRefusal(refusal) && refusal.message).toContain(words);
  });

  it('a refused attempt changes nothing', () => {
    const before = after(...opening, decided('escalated'));
    const refused = { verb: 'approve', code: 'own_work', actor: 'ada' };
    const next = after(...opening, decided('escalated'), { type: 'attempt_refused', data: refused });
    expect(next).toEqual(before);
  });
});
