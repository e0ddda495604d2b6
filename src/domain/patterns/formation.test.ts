import { describe, expect, it } from 'vitest';
import type { Evidence, EvidenceOutcome } from '../model/pattern.js';
import { EVIDENCE_LOOKED_AT } from './evidence.js';
import { dayMs } from './eligibility.js';
import { formationOf } from './formation.js';

const on = (day: number, outcome: EvidenceOutcome = 'clean'): Evidence => ({
  ...{ at: day * dayMs, outcome, confidence: 95, basis: 'b' },
  ...{ content: `c${day}`, review: `r${day}` },
});
const newestFirst = (...evidence: readonly Evidence[]) => evidence.toSorted((a, b) => b.at - a.at);

describe('the formation of a pattern', () => {
  const evidence = newestFirst(on(1), on(2, 'failed'), on(3), on(4, 'unclear'), on(5), on(20), on(21, 'skipped'));

  it('is a week before it was suggested, after the reviews until then', () => {
    expect(formationOf(evidence, { suggestedAt: 12 * dayMs, enabledAt: null })).toEqual({ at: 5 * dayMs, reviews: 5 });
  });

  it('is when a person switched it on, where that came first', () => {
    expect(formationOf(evidence, { suggestedAt: null, enabledAt: 3 * dayMs })).toEqual({ at: 3 * dayMs, reviews: 3 });
    expect(formationOf(evidence, { suggestedAt: 12 * dayMs, enabledAt: 4 * dayMs })).toMatchObject({ reviews: 4 });
    expect(formationOf(evidence, { suggestedAt: 12 * dayMs, enabledAt: 22 * dayMs })).toMatchObject({ reviews: 5 });
  });

  it('counts what was looked at, and no skip', () => {
    expect(formationOf(evidence, { suggestedAt: null, enabledAt: 30 * dayMs })).toMatchObject({ reviews: 6 });
  });

  it('is unknown where nothing was suggested or switched on, and where the first reviews are out of sight', () => {
    expect(formationOf(evidence, { suggestedAt: null, enabledAt: null })).toBeUndefined();
    const many = newestFirst(...Array.from({ length: EVIDENCE_LOOKED_AT }, (_, index) => on(index)));
    expect(formationOf(many, { suggestedAt: null, enabledAt: 9 * dayMs })).toBeUndefined();
  });
});
