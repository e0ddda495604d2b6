import { describe, expect, it } from 'vitest';
import { figuresOf } from './figures.js';
import { nothingCounted } from './tally.js';
import { trendsOf } from './trend.js';

const minute = 60_000;
const timed = (reviews: number, minutes: number) =>
  figuresOf({ ...nothingCounted, timed: reviews, reviewMs: reviews * minutes * minute });
const passed = (percent: number) => figuresOf({ ...nothingCounted, decidedOnce: 100, approvedAtOnce: percent });

describe('a trend', () => {
  it('says from where to where, on how many reviews, and whether that is better', () => {
    expect(trendsOf(timed(14, 15), timed(12, 20))).toEqual([
      {
        name: 'review time',
        unit: 'minutes',
        before: 20,
        now: 15,
        direction: 'better',
        text: 'Review time fell from 20 to 15 minutes (12 and 14 reviews): better.',
      },
      {
        name: 'reviewer throughput',
        unit: 'reviews an hour',
        before: 3,
        now: 4,
        direction: 'neither',
        text: 'Reviewer throughput rose from 3 to 4 reviews an hour (12 and 14 reviews).',
      },
    ]);
  });

  it.each([
    [60, 70, 'better'],
    [95, 84, 'better'],
    [70, 80, 'neither'],
    [75, 90, 'worse'],
    [75, 50, 'worse'],
  ])(
    'of a figure that is to lie between two values goes by how far off it is: %i to %i is %s',
    (before, now, direction) => {
      expect(trendsOf(passed(now), passed(before))).toMatchObject([{ direction }]);
    },
  );

  it('is none on few reviews, in either period, or where the figure hardly moved', () => {
    expect(trendsOf(timed(4, 15), timed(12, 20))).toEqual([]);
    expect(trendsOf(timed(12, 15), timed(4, 20))).toEqual([]);
    expect(trendsOf(timed(12, 18.5), timed(12, 20))).toEqual([]);
    expect(trendsOf(timed(12, 20), figuresOf(nothingCounted))).toEqual([]);
  });
});
