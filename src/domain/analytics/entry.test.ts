import { describe, expect, it } from 'vitest';
import { changed, reviewOf } from '../../../test/kit/analytics.js';
import type { ReviewEvent } from '../model/event.js';
import { entriesOf } from './entry.js';

const attempt = (number: number): ReviewEvent => ({
  type: 'fix_attempted',
  data: { ...{ attempt: number, ended: 'done', durationMs: 1 }, commit: 'c'.repeat(40), tree: 'd'.repeat(40) },
});
const loop: ReviewEvent = { type: 'fix_loop_started', data: { author: 'mender', cap: 2, turns: 10 } };
const at = { decidedAt: Date.UTC(2026, 1, 14, 23, 59), task: { plan: 'PLAN.md', key: '2' } };

describe('the entry of a merge', () => {
  const round = reviewOf({ outcome: 'escalated' });

  it('is called after the task, its plan and its day', () => {
    expect(entriesOf(round, round, at)).toMatchObject([
      { date: '2026-02-14', feature: 'PLAN.md', task: '2', round: 1 },
    ]);
  });

  it('says of a round what the fix loop made of it since', () => {
    expect(entriesOf(round, round, at)).toMatchObject([{ fix_iterations: 0, final_verdict: null }]);
    const now = reviewOf({
      outcome: 'escalated',
      then: [loop, attempt(1), attempt(2), changed.fixed, changed.person('approved')],
    });
    expect(entriesOf(round, now, at)).toMatchObject([
      {
        fix_iterations: 2,
        final_verdict: 'pass',
        findings: [{ id: 'F-1', resolution: 'fixed', false_positive: false }],
      },
    ]);
  });

  it('says what a person decided against it, and that the finding was none', () => {
    const now = reviewOf({
      outcome: 'escalated',
      then: [changed.dismissed('human'), changed.person('approved')],
    });
    expect(entriesOf(round, now, at)).toMatchObject([
      { human_override: 'approved', findings: [{ resolution: 'dismissed', false_positive: true }] },
    ]);
  });
});
