import type { Tally, TallyCounts } from '../model/tally.js';
import { sumOf } from './tally.js';

/** One figure of PRS 13 with what is hoped for. */
export interface Figure {
  readonly name: string;
  /** Null where nothing was counted that it could be taken from. */
  readonly value: number | null;
  readonly unit:
    'minutes' | 'hours' | 'percent' | 'revisions' | 'points' | 'reviews' | 'reviews an hour' | 'Brier score';
  /** In words; null where PRS 13 names none. */
  readonly target: string | null;
  /** Least and most of what is hoped for: the nearer, the better; null where neither is better. */
  readonly goal: readonly [least: number, most: number] | null;
  /** Null without a value or a target. */
  readonly met: boolean | null;
  /** Reviews that it rests on; patterns where it counts those. */
  readonly evidence: number;
}

interface Measure {
  readonly name: string;
  readonly unit: Figure['unit'];
  readonly target: string | null;
  readonly goal: Figure['goal'];
  readonly holds?: (value: number) => boolean;
  readonly of: (counts: TallyCounts) => readonly [sum: number, evidence: number];
  /** Reviews that it rests on, where the sum is not divided by their number. */
  readonly over?: (counts: TallyCounts) => number;
  /** What one unit is of the sum: 60,000 for minutes of milliseconds, 0.01 for percent. */
  readonly scale: number;
}

const minute = 60_000;
const hour = 60 * minute;
const percent = 0.01;

/** Targets of SPEC 5.7 and PRS 13. */
const measures: readonly Measure[] = [
  {
    name: 'review time',
    unit: 'minutes',
    target: '15, at most 30',
    goal: [0, 0],
    holds: (value) => value <= 30,
    of: ({ reviewMs, timed }) => [reviewMs, timed],
    scale: minute,
  },
  {
    name: 'queue time',
    unit: 'minutes',
    target: '5, at most 15',
    goal: [0, 0],
    holds: (value) => value <= 15,
    of: ({ queueMs, started }) => [queueMs, started],
    scale: minute,
  },
  {
    name: 'first-pass approval',
    unit: 'percent',
    target: '70 to 80',
    goal: [70, 80],
    holds: (value) => value >= 70 && value <= 80,
    of: ({ approvedAtOnce, decidedOnce }) => [approvedAtOnce, decidedOnce],
    scale: percent,
  },
  {
    name: 'revisions before approval',
    unit: 'revisions',
    target: '1 to 2, at most 3',
    goal: [0, 0],
    holds: (value) => value <= 3,
    of: ({ revisions, approved }) => [revisions, approved],
    scale: 1,
  },
  {
    name: 'confidence',
    unit: 'points',
    target: '85 or more',
    goal: [85, 100],
    holds: (value) => value >= 85,
    of: ({ confidence, judged }) => [confidence, judged],
    scale: 1,
  },
  {
    name: 'coverage',
    unit: 'percent',
    target: '100',
    goal: [100, 100],
    holds: (value) => value >= 100,
    of: ({ reviews, skipped, withdrawn, decidedOnce }) => [decidedOnce, reviews - skipped - withdrawn],
    scale: percent,
  },
  {
    name: 'skip rate',
    unit: 'percent',
    target: '10 to 20',
    goal: [10, 20],
    holds: (value) => value >= 10 && value <= 20,
    of: ({ skipped, reviews }) => [skipped, reviews],
    scale: percent,
  },
  {
    name: 'escalation rate',
    unit: 'percent',
    target: 'below 10',
    goal: [0, 0],
    holds: (value) => value < 10,
    of: ({ putToPerson, reviews }) => [putToPerson, reviews],
    scale: percent,
  },
  {
    name: 'human decision',
    unit: 'hours',
    target: 'below 24',
    goal: [0, 0],
    holds: (value) => value < 24,
    of: ({ personMs, decidedByPerson }) => [personMs, decidedByPerson],
    scale: hour,
  },
  {
    name: 'reviewer throughput',
    unit: 'reviews an hour',
    target: null,
    goal: null,
    of: ({ timed, reviewMs }) => [timed, reviewMs],
    scale: 1 / hour,
    over: ({ timed }) => timed,
  },
  {
    name: 'approved without a later bug',
    unit: 'percent',
    target: null,
    goal: [100, 100],
    of: ({ approved, approvedReported }) => [approved - approvedReported, approved],
    scale: percent,
  },
  {
    name: 'skipped with a later bug',
    unit: 'percent',
    target: 'below 5',
    goal: [0, 0],
    holds: (value) => value < 5,
    of: ({ skipped, skippedReported }) => [skippedReported, skipped],
    scale: percent,
  },
  {
    name: 'confidence against outcomes',
    unit: 'Brier score',
    target: null,
    goal: [0, 0],
    of: ({ confidenceError, outcomesKnown }) => [confidenceError, outcomesKnown],
    // Squared points.
    scale: 100 ** 2,
  },
];

/** How many reviews it took until a pattern formed, from those of each that did (PRS 13: 10 to 15). It rests on patterns, not on reviews. */
export function formationFigure(reviews: readonly number[]): Figure {
  const evidence = reviews.length;
  const value = evidence === 0 ? null : reviews.reduce((sum, each) => sum + each, 0) / evidence;
  const met = value === null ? null : value >= 10 && value <= 15;
  return { name: 'pattern formation', value, unit: 'reviews', target: '10 to 15', goal: [10, 15], met, evidence };
}

export function figuresOf(counts: TallyCounts): readonly Figure[] {
  return measures.map(({ name, unit, target, goal, holds, of, over, scale }) => {
    const [sum, divisor] = of(counts);
    const value = divisor === 0 ? null : sum / divisor / scale;
    const met = value === null || holds === undefined ? null : holds(value);
    return { name, value, unit, target, goal, met, evidence: over?.(counts) ?? divisor };
  });
}

/** Reviews with something in common. */
export interface Group {
  readonly name: string;
  readonly counts: TallyCounts;
}

const groupings = {
  type: ({ type }: Tally) => type,
  creator: ({ creator }: Tally) => creator,
  reviewer: ({ reviewer }: Tally) => reviewer,
  week: ({ date }: Tally) => weekOf(date),
} as const;

/** The largest group first; weeks in their order. Reviews that nobody has begun are in no group of reviewers. */
export function groupsBy(by: keyof typeof groupings, rows: readonly Tally[]): readonly Group[] {
  const groups = new Map<string, Tally[]>();
  for (const row of rows) {
    const name = groupings[by](row);
    if (name !== '') groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const named = [...groups].map(([name, members]) => ({ name, counts: sumOf(members) }));
  const inOrder = (a: Group, b: Group) => (a.name < b.name ? -1 : 1);
  return named.sort((a, b) => (by === 'week' ? 0 : b.counts.reviews - a.counts.reviews) || inOrder(a, b));
}

const day = 24 * hour;

/** The Monday of the week of a day, both `YYYY-MM-DD`. */
export function weekOf(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - sinceMonday * day).toISOString().slice(0, 10);
}
