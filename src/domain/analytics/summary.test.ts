import { describe, expect, it } from 'vitest';
import type { AnalyticsCount } from '../model/analytics.js';
import { summaryOf } from './summary.js';
import { tuningHints } from './tuning.js';

const all = (measure: AnalyticsCount['measure'], count: number): AnalyticsCount => ({
  subject: 'all',
  name: '',
  measure,
  count,
});
const of = (subject: 'model' | 'service', name: string, measure: AnalyticsCount['measure'], count: number) =>
  ({ subject, name, measure, count }) satisfies AnalyticsCount;

const issues = [
  { service: 'toraka-core', issue: 'missing subscribeOn', changes: 4 },
  { service: 'toraka-core', issue: 'unconsumed R2DBC', changes: 2 },
  { service: 'frontend', issue: 'missing error states', changes: 1 },
];

/** The figures of the seed. */
const counts = [
  ...[
    all('auto_approved', 8),
    all('auto_rejected', 2),
    all('human_decided', 2),
    all('fix_iterations', 6),
    all('reviews', 12),
  ],
  ...[
    of('model', 'haiku', 'true_positive', 15),
    of('model', 'haiku', 'false_positive', 3),
    of('model', 'haiku', 'missed', 5),
  ],
  ...[
    of('model', 'sonnet', 'true_positive', 20),
    of('model', 'sonnet', 'false_positive', 1),
    of('model', 'sonnet', 'missed', 2),
  ],
  ...[of('service', 'frontend', 'reviews', 3), of('service', 'toraka-core', 'reviews', 6)],
];

describe('the summary', () => {
  it('has the shape of the seed', () => {
    expect(summaryOf(counts, issues)).toEqual({
      total_reviews: 12,
      auto_approved: 8,
      auto_rejected: 2,
      human_decided: 2,
      human_overrides: 0,
      avg_fix_iterations: 0.5,
      model_accuracy: {
        haiku: { true_positive: 15, false_positive: 3, missed: 5 },
        sonnet: { true_positive: 20, false_positive: 1, missed: 2 },
      },
      by_service: {
        frontend: { reviews: 3, common_issues: ['missing error states'] },
        'toraka-core': { reviews: 6, common_issues: ['missing subscribeOn', 'unconsumed R2DBC'] },
      },
    });
  });

  it('of nothing is empty', () => {
    const nothing = summaryOf([], []);
    expect(nothing).toMatchObject({ total_reviews: 0, avg_fix_iterations: null, model_accuracy: {}, by_service: {} });
    expect(tuningHints(nothing, [])).toEqual([]);
  });
});

describe('tuning hints', () => {
  it('say only what the figures carry, each with its figures', () => {
    expect(tuningHints(summaryOf(counts, issues), issues)).toEqual([
      'toraka-core: "missing subscribeOn" in 4 changes: add it to the service\'s `rules` in the policy as a known pattern.',
    ]);
    const poor = [
      ...[all('reviews', 8), all('fix_iterations', 12), all('human_decided', 5), all('human_overrides', 2)],
      ...[
        of('model', 'haiku', 'true_positive', 3),
        of('model', 'haiku', 'false_positive', 2),
        of('model', 'haiku', 'missed', 3),
      ],
    ];
    expect(tuningHints(summaryOf(poor, []), [])).toEqual([
      'haiku: 2 of 5 (40 %) of its judged findings were no problem: consider leaving it out of `review.parallel_models`, or `strategy: single`.',
      'haiku: it missed 3 of 6 (50 %) of the problems that it could have seen: do not let it decide alone.',
      '1.5 fix iterations a review over 8 reviews: reviewers may be too strict, or authors need clearer specifications.',
      'Persons decided against the reviewers in 2 of 5 (40 %) of their decisions: see which findings they overruled, and dismiss those that are no problem so that memory knows.',
    ]);
  });

  it('are silent on few reviews, whatever their rates', () => {
    const few = [all('reviews', 4), all('fix_iterations', 20), all('human_decided', 4), all('human_overrides', 4)];
    const wrong = [of('model', 'haiku', 'false_positive', 4), of('model', 'sonnet', 'missed', 4)];
    expect(tuningHints(summaryOf([...few, ...wrong], []), [])).toEqual([]);
  });
});
