import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute, peerRequested } from '../../../test/kit/peer.js';
import { change, recorded, requested } from '../../../test/kit/review.js';
import { escalated } from '../escalation/escalate.js';
import { expired } from '../escalation/expire.js';
import { fold } from '../lifecycle/evolve.js';
import type { Outcome } from '../model/decision.js';
import type { Recorded, ReviewEvent } from '../model/event.js';
import type { Review } from '../model/review.js';
import { deadlines } from './deadlines.js';
import { fire, type World } from './fire.js';

/** One review on a clock that only the test moves. */
class Simulation {
  now = 1_000_000;
  readonly events: Recorded[] = [];
  readonly fired: { kind: string; dueAt: number; at: number; tick: number }[] = [];
  #ticks = 0;

  constructor(request: ReviewEvent = { type: 'review_requested', data: peerRequested() }) {
    this.append([request]);
  }

  get review(): Review {
    const review = fold(this.events);
    if (review === undefined) throw new Error('the review was requested');
    return review;
  }

  append(events: readonly ReviewEvent[]): void {
    for (const event of events) {
      const [one] = recorded('R', [event], this.now);
      if (one !== undefined) this.events.push({ ...one, version: this.events.length + 1 });
    }
  }

  tick(): void {
    this.#ticks += 1;
    for (let guard = 0; guard < 100; guard++) {
      const [due] = deadlines(this.review);
      if (due === undefined || due.dueAt > this.now) return;
      this.fired.push({ ...due, at: this.now, tick: this.#ticks });
      this.append(fire(this.review, due, this.#world()));
    }
    throw new Error('a tick does not end');
  }

  #world(): World {
    return {
      assign: ({ peer }, reason) => {
        const next = ['grace', 'linus'].find(
          (name) => peer?.tried.includes(name) !== true && peer?.assignment?.reviewer !== name,
        );
        return { reviewer: next ?? null, place: 'backup', reason, rules: [] };
      },
      cutOff: () => [],
      offer: () => [],
      lostCall: () => [],
      unanswered: () => [],
      escalate: (review, trigger, reason) => escalated(review, { trigger, reason, by: 'countersign' }, this.now),
      expired,
      interrupted: () => ({ findings: [], decision: { outcome: 'inconclusive', confidence: 0, rules: [] } }),
    };
  }
}

type Step = (simulation: Simulation) => void;

const decided = (outcome: Outcome): ReviewEvent => ({
  type: 'review_decided',
  data: { findings: [], decision: { outcome, confidence: 70, rules: [] } },
});

/** What people and agents may do in a state; nothing where it is not legal there. */
const acts: Readonly<Record<string, (review: Review, now: number) => readonly ReviewEvent[]>> = {
  assign: ({ status, peer }) =>
    status === 'pending' && peer?.assignment === null
      ? [{ type: 'review_assigned', data: { reviewer: 'grace', place: 'primary', reason: 'free', rules: [] } }]
      : [],
  start: ({ status, peer }, now) =>
    (status === 'pending' || status === 'pending_re_review') && peer !== null && peer.assignment !== null
      ? [
          {
            type: 'review_started',
            data: { reviewer: peer.assignment.reviewer, leaseUntil: now + hour, nonceDigest: `${now}` },
          },
        ]
      : [],
  seen: ({ status }, now) =>
    status === 'in_progress'
      ? [{ type: 'reviewer_seen', data: { reviewer: 'grace', leaseUntil: now + hour, notes: 'half' } }]
      : [],
  ask: ({ status }) => (status === 'in_progress' ? [decided('changes_requested')] : []),
  giveUp: ({ status }) => (status === 'in_progress' ? [decided('inconclusive')] : []),
  reject: ({ status }) => (status === 'in_progress' ? [decided('rejected')] : []),
  unsure: ({ status }) => (status === 'in_progress' ? [decided('escalated')] : []),
  question: (review, now) =>
    review.status === 'escalated' && review.escalation === null
      ? [escalated(review, { trigger: 'confidence_gap', reason: 'x', by: 'countersign' }, now)]
      : [],
  revise: ({ status }) =>
    status === 'changes_requested'
      ? [
          {
            type: 'review_revised',
            data: {
              change: change(),
              classification: peerRequested().classification,
              exclusions: {},
              changesMade: 'did it',
              claimedFixed: [],
              carried: {},
              seats: [],
              precheck: [],
              carry: [],
            },
          },
        ]
      : [],
  contest: ({ status }) =>
    status === 'changes_requested'
      ? [
          {
            type: 'finding_contested',
            data: { findingId: 'F', by: 'ada', argument: 'no', evidence: [], judge: 'linus' },
          },
        ]
      : [],
  judge: ({ peer }) =>
    peer?.contests.some(({ judgement }) => judgement === null) === true
      ? [
          {
            type: 'contest_judged',
            data: { findingId: 'F', outcome: 'upheld', by: 'linus', reason: 'so', content: 'b' },
          },
        ]
      : [],
  extend: ({ status, escalation }, now) =>
    status === 'escalated' && escalation !== null
      ? [{ type: 'escalation_changed', data: { deadline: now + 24 * hour, by: 'eve' } }]
      : [],
};

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...Object.values(acts)).map((act): Step => (simulation) => {
    simulation.append(act(simulation.review, simulation.now));
  }),
  fc.integer({ min: 0, max: 4_000 }).map((minutes): Step => (simulation) => {
    simulation.now += minutes * minute;
  }),
  fc.constant<Step>((simulation) => {
    simulation.tick();
  }),
);

const run = (steps: readonly Step[]) => {
  const simulation = new Simulation();
  for (const each of steps) each(simulation);
  return simulation;
};

describe('laws of time, whatever the order and lateness of ticks', () => {
  it('what is due fires in one tick, in due order, and what is not due does not', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const simulation = run(steps);
        simulation.tick();
        expect(deadlines(simulation.review).every(({ dueAt }) => dueAt > simulation.now)).toBe(true);
        simulation.fired.forEach((one, index) => {
          const before = simulation.fired[index - 1];
          expect(one.dueAt).toBeLessThanOrEqual(one.at);
          if (before?.tick === one.tick) expect(before.dueAt).toBeLessThanOrEqual(one.dueAt);
        });
      }),
    );
  });

  it('each fires once: a second tick at the same time adds nothing', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const simulation = run(steps);
        simulation.tick();
        const before = simulation.events.length;
        simulation.tick();
        expect(simulation.events).toHaveLength(before);
        const facts = simulation.events.filter(({ type }) => type === 'deadline_fired');
        expect(facts).toHaveLength(simulation.fired.length);
      }),
    );
  });

  it('no fired deadline is due again while nothing else happens', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const simulation = run(steps);
        for (let days = 0; days < 30; days++) {
          simulation.now += 24 * hour;
          simulation.tick();
        }
        expect(deadlines(simulation.review)).toEqual([]);
      }),
    );
  });

  it('nothing ever approves, and no person is said to have decided', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { review, events } = run(steps);
        expect(review.status).not.toBe('approved');
        expect(review.decision?.outcome).not.toBe('approved');
        expect(review.personDecision).toBeNull();
        expect(events.some(({ type }) => type === 'person_decided')).toBe(false);
      }),
    );
  });
});

describe('what a deadline causes', () => {
  it('a reviewer that never starts: reminded, replaced, and at last a person', () => {
    const simulation = new Simulation();
    simulation.append(acts['assign']?.(simulation.review, simulation.now) ?? []);
    const seen: string[] = [];
    for (let step = 0; step < 12; step++) {
      simulation.now += 15 * minute;
      simulation.tick();
      const { status, reviewer, escalation } = simulation.review;
      seen.push(`${status} ${reviewer ?? 'nobody'} ${escalation?.trigger ?? ''}`.trim());
    }
    expect(simulation.fired.map(({ kind }) => kind)).toEqual([
      'start_reminder',
      'start_backup',
      'start_reminder',
      'start_backup',
      'assignment_wait',
    ]);
    expect([...new Set(seen)]).toEqual([
      'pending grace',
      'pending linus',
      'pending nobody',
      'escalated nobody nobody_free',
    ]);
  });

  it('a reviewer that falls silent loses it to the backup, who gets what it had so far', () => {
    const simulation = new Simulation();
    for (const act of ['assign', 'start', 'seen'])
      simulation.append(acts[act]?.(simulation.review, simulation.now) ?? []);
    simulation.now += hour;
    simulation.tick();
    expect(simulation.review).toMatchObject({
      status: 'pending',
      reviewer: 'linus',
      peer: { partialWork: 'half', nonceDigest: null, tried: ['grace'] },
    });
  });

  it('a review on which its reviewer works for two hours goes to a person, and not before', () => {
    const simulation = new Simulation();
    const acting = (act: string) => simulation.append(acts[act]?.(simulation.review, simulation.now) ?? []);
    for (const act of ['assign', 'start']) acting(act);
    const states = [0, 1, 2, 3].map(() => {
      simulation.now += hour / 2;
      acting('seen');
      simulation.tick();
      return [simulation.review.status, simulation.review.escalation?.trigger];
    });
    const before = ['in_progress', undefined];
    expect(states).toEqual([before, before, before, ['escalated', 'open_too_long']]);
    expect(simulation.fired.map(({ kind }) => kind)).toEqual(['review_open_too_long']);
  });

  it.each([
    ['rejected', 'rejected'],
    ['changes_requested', 'changes_requested'],
    ['escalated', 'changes_requested'],
    ['inconclusive', 'changes_requested'],
  ] as const)('a question nobody answers after a round that was %s ends %s, as expired', (outcome, status) => {
    const simulation = new Simulation();
    for (const act of ['assign', 'start']) simulation.append(acts[act]?.(simulation.review, simulation.now) ?? []);
    simulation.append([decided(outcome)]);
    const { review } = simulation;
    simulation.append([escalated(review, { trigger: 'by_hand', reason: 'x', by: 'ada' }, simulation.now)]);
    simulation.now += 100 * hour;
    simulation.tick();
    expect(simulation.fired.map(({ kind }) => kind)).toEqual(['escalation_warning', 'escalation_expired']);
    expect(simulation.review).toMatchObject({ status, escalation: { state: 'expired' }, personDecision: null });
    expect(simulation.review.decision?.rules.at(-1)).toMatchObject({ id: 'escalation.expired', result: 'unsatisfied' });
  });

  it('a reviewer that works at once and ends without a word leaves the review inconclusive', () => {
    const simulation = new Simulation({ type: 'review_requested', data: requested() });
    simulation.append([{ type: 'review_started', data: { reviewer: 'auditor', leaseUntil: simulation.now + hour } }]);
    simulation.now += hour;
    simulation.tick();
    expect(simulation.review).toMatchObject({ status: 'pending', decision: { outcome: 'inconclusive' } });
  });
});
