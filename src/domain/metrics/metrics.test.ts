import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tally } from '../model/tally.js';
import { figuresOf, groupsBy, weekOf } from './figures.js';
import { recommendations } from './recommend.js';
import { nothingCounted, sumOf, tallyChanges, tallyOf } from './tally.js';
import {
  decided,
  escalated,
  finding,
  opinion,
  personDecided,
  requested,
  started,
} from '../../../test/contract/sample-events.js';
import { recorded } from '../../../test/kit/review.js';
import { evolve } from '../lifecycle/evolve.js';
import type { Review } from '../model/review.js';

const row = (more: Partial<Tally>): Tally => ({
  date: '2026-11-28',
  type: 'feature',
  creator: 'ada',
  reviewer: 'grace',
  ...nothingCounted,
  reviews: 1,
  ...more,
});

const minute = 60_000;

/** A review after each event, to a person's decision. */
function life(): readonly Review[] {
  const events = [
    requested(),
    started('grace'),
    opinion(),
    decided('rejected', [finding(1)]),
    escalated(),
    personDecided('approved'),
  ];
  const states: Review[] = [];
  for (const event of recorded('A1', events)) states.push(evolve(states.at(-1), event));
  return states;
}

describe('the row of a review', () => {
  it('follows it through its life, and what changes adds up to what stands', () => {
    const states = life();
    expect(states.at(-1)).toMatchObject({ status: 'approved' });
    const rows = new Map<string, ReturnType<typeof sumOf>>();
    for (const [index, after] of states.entries()) {
      for (const change of tallyChanges(states[index - 1], after)) {
        const key = [change.date, change.type, change.creator, change.reviewer].join();
        rows.set(key, sumOf([rows.get(key) ?? nothingCounted, change]));
      }
      const counted = [...rows.values()].filter(({ reviews }) => reviews !== 0);
      expect(counted).toEqual([sumOf([tallyOf(after)])]);
    }
  });

  it('is no first pass where a person approved what a reviewer objected to', () => {
    const [, , started] = life();
    const overruled = (verdict: 'approved' | 'changes_requested') =>
      tallyOf({
        ...started!,
        status: 'approved',
        opinions: [{ verdict } as Review['opinions'][number]],
        personDecision: { person: 'grace', outcome: 'approved', note: 'it will do', at: 1 } as Review['personDecision'],
      });
    expect([overruled('approved').approvedAtOnce, overruled('changes_requested').approvedAtOnce]).toEqual([1, 0]);
  });

  it('counts what was reported of it later, against the confidence it was approved with', () => {
    const [, , started] = life();
    const one = (over: Partial<Review>) => tallyOf({ ...started!, ...over });
    const approved = { status: 'approved', decision: { outcome: 'approved', confidence: 90 } } as Partial<Review>;
    const reported = { kind: 'bug', at: 1 } as const;
    const { confirmed } = { confirmed: true } as const;
    expect(one(approved)).toMatchObject({ approvedReported: 0, outcomesKnown: 0, confidenceError: 0 });
    expect(one({ ...approved, confirmed })).toMatchObject({ outcomesKnown: 1, confidenceError: 10 ** 2 });
    expect(one({ ...approved, reported })).toMatchObject({
      ...{ approvedReported: 1, outcomesKnown: 1, confidenceError: 90 ** 2 },
    });
    expect(one({ ...approved, confirmed, reported })).toMatchObject({ outcomesKnown: 1, confidenceError: 90 ** 2 });
    expect(one({ status: 'skipped', reported })).toMatchObject({
      ...{ skippedReported: 1, outcomesKnown: 0 },
      confidenceError: 0,
    });
    expect(one({ status: 'rejected', reported })).toMatchObject({ approvedReported: 0, skippedReported: 0 });
  });

  it('is left alone by what changes nothing in it', () => {
    const [, , started] = life();
    expect(tallyChanges(started, started)).toEqual([]);
  });
});

describe('figures', () => {
  it('are null, and neither met nor missed, where nothing was counted', () => {
    for (const figure of figuresOf(nothingCounted))
      expect(figure).toMatchObject({ value: null, met: null, evidence: 0 });
  });

  it.each([
    ['review time', { timed: 2, reviewMs: 60 * minute }, 30, true],
    ['review time', { timed: 2, reviewMs: 62 * minute }, 31, false],
    ['queue time', { started: 1, queueMs: 15 * minute }, 15, true],
    ['queue time', { started: 1, queueMs: 16 * minute }, 16, false],
    ['first-pass approval', { approvedAtOnce: 3, decidedOnce: 4 }, 75, true],
    ['first-pass approval', { approvedAtOnce: 9, decidedOnce: 10 }, 90, false],
    ['revisions before approval', { revisions: 6, approved: 2 }, 3, true],
    ['revisions before approval', { revisions: 7, approved: 2 }, 3.5, false],
    ['confidence', { confidence: 170, judged: 2 }, 85, true],
    ['confidence', { confidence: 168, judged: 2 }, 84, false],
    ['coverage', { reviews: 6, skipped: 1, withdrawn: 1, decidedOnce: 4 }, 100, true],
    ['coverage', { reviews: 6, skipped: 1, decidedOnce: 4 }, 80, false],
    ['skip rate', { skipped: 0, reviews: 5 }, 0, false],
    ['skip rate', { skipped: 1, reviews: 10 }, 10, true],
    ['skip rate', { skipped: 1, reviews: 5 }, 20, true],
    ['skip rate', { skipped: 1, reviews: 4 }, 25, false],
    ['escalation rate', { putToPerson: 1, reviews: 11 }, 100 / 11, true],
    ['escalation rate', { putToPerson: 1, reviews: 10 }, 10, false],
    ['human decision', { decidedByPerson: 2, personMs: 2 * 23 * 60 * minute }, 23, true],
    ['human decision', { decidedByPerson: 1, personMs: 24 * 60 * minute }, 24, false],
    ['reviewer throughput', { timed: 3, reviewMs: 90 * minute }, 2, null],
    ['approved without a later bug', { approved: 8, approvedReported: 2 }, 75, null],
    ['skipped with a later bug', { skipped: 100, skippedReported: 4 }, 4, true],
    ['skipped with a later bug', { skipped: 100, skippedReported: 5 }, 5, false],
    ['confidence against outcomes', { approved: 9, outcomesKnown: 2, confidenceError: 10 ** 2 + 90 ** 2 }, 0.41, null],
  ])('%s of %o', (name, counts, value, met) => {
    const figure = figuresOf({ ...nothingCounted, ...counts }).find((one) => one.name === name);
    expect(figure).toMatchObject({ met });
    expect(figure?.value).toBeCloseTo(value);
  });
});

describe('groups', () => {
  it('hold every review once, whatever they are made by', () => {
    const anyRow = fc
      .record({ type: fc.constantFrom('a', 'b'), creator: fc.constantFrom('x', 'y'), reviews: fc.nat(9) })
      .map(row);
    fc.assert(
      fc.property(fc.array(anyRow), fc.constantFrom('type', 'creator', 'reviewer', 'week'), (rows, by) => {
        expect(sumOf(groupsBy(by as 'type', rows).map(({ counts }) => counts))).toEqual(sumOf(rows));
      }),
    );
  });

  it('put the largest first, but weeks in their order', () => {
    const rows = [row({ date: '2026-11-29', type: 'small' }), row({ date: '2026-11-30', type: 'large', reviews: 9 })];
    expect(groupsBy('type', rows).map(({ name }) => name)).toEqual(['large', 'small']);
    expect(groupsBy('week', rows).map(({ name }) => name)).toEqual(['2026-11-23', '2026-11-30']);
  });

  it('know no reviewer where nobody has begun', () => {
    expect(groupsBy('reviewer', [row({ reviewer: '' })])).toEqual([]);
  });

  it.each([
    ['2026-11-30', '2026-11-30'],
    ['2026-12-06', '2026-11-30'],
    ['2027-01-01', '2026-12-28'],
  ])('%s lies in the week of %s', (date, monday) => {
    expect(weekOf(date)).toBe(monday);
  });
});

describe('recommendations', () => {
  it('say nothing of figures that rest on few reviews or are met', () => {
    const few = figuresOf({ ...nothingCounted, timed: 4, reviewMs: 4 * 99 * minute });
    const met = figuresOf({ ...nothingCounted, timed: 40, reviewMs: 40 * minute });
    expect([recommendations(few, []), recommendations(met, [])]).toEqual([[], []]);
  });

  it('name the type that is furthest off', () => {
    const rows = [row({ type: 'quick', timed: 9, reviewMs: 9 * minute }), row({ timed: 9, reviewMs: 9 * 99 * minute })];
    const [said, ...more] = recommendations(figuresOf(sumOf(rows)), groupsBy('type', rows));
    expect(more).toEqual([]);
    expect(said).toMatch(
      /^Review time is 50 minutes over 18 reviews \(target: 15, at most 30\)\. Most of all feature, at 99 min/,
    );
  });
});
