import { describe, expect, it } from 'vitest';
import type { PatternSwitch } from '../model/pattern.js';
import { dayMs } from './eligibility.js';
import { suggestionDue } from './suggest.js';

const since = 100 * dayMs;
const eligible = { holds: true, successes: 10, confidence: 0.95, obstacle: null, since };
const off = { name: 'off', reason: 'nobody has switched it on' } as const;
const due = (over: Partial<PatternSwitch>, days = 7) =>
  suggestionDue({ eligible, phase: off }, { ...untouched, ...over }, since + days * dayMs);
const untouched: PatternSwitch = {
  ...{ id: 'otter/refactor', creator: 'otter', type: 'refactor', person: null, note: null, confidence: 0 },
  ...{ suggestedAt: null, enabledAt: null, disabledAt: null },
};

describe('a suggestion to switch a pattern on', () => {
  it('is due seven days after it became eligible, and no earlier', () => {
    expect(due({}, 7)).toBe(true);
    expect(due({}, 6.99)).toBe(false);
    expect(suggestionDue({ eligible, phase: off }, undefined, since + 8 * dayMs)).toBe(true);
  });

  it('is made once for each time that it became eligible', () => {
    expect(due({ suggestedAt: since + 7 * dayMs }, 30)).toBe(false);
    expect(due({ suggestedAt: since - dayMs }, 7)).toBe(true);
  });

  it('is not made where it skips, is not eligible, or a person spoke since', () => {
    expect(due({ disabledAt: since + dayMs }, 30)).toBe(false);
    expect(due({ enabledAt: since + dayMs }, 30)).toBe(false);
    expect(suggestionDue({ eligible, phase: { name: 'sampled' } }, undefined, since + 8 * dayMs)).toBe(false);
    const never = { ...eligible, holds: false, since: null };
    expect(suggestionDue({ eligible: never, phase: off }, undefined, since + 8 * dayMs)).toBe(false);
  });
});
