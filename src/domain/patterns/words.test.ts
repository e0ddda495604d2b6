import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../policy/default-policy.js';
import { patternSentences, ruleObstacle } from './words.js';
import { standingOf } from './standing.js';

const standing = standingOf({ evidence: [], switched: undefined }, defaultPolicy.learning, { now: 0, basis: 'b' });
const known = { ...standing, confidence: 0.95, eligible: { ...standing.eligible, successes: 6 } };

describe('what is said of a pattern', () => {
  it('begins with what is sure of its clean changes, where any was reviewed', () => {
    const plan = { cleanRun: 20, fraction: 0.5 };
    expect(patternSentences(standing, plan)).toHaveLength(1);
    const [first] = patternSentences({ ...standing, reviewed: 10, clean: 10, cleanRateAtLeast: 0.762 }, plan);
    expect(first).toBe(
      '10 of 10 reviewed changes were clean: in 95 of 100 cases at least 76.2 % of all are, so up to 23.8 % may be bad.',
    );
    expect(patternSentences(standing, plan)[0]).toContain('at most 61 bad ones pass unreviewed');
  });

  it('says which rule of the policy keeps it from skipping', () => {
    expect(ruleObstacle(defaultPolicy.reviewRequired.skipIf, known)).toContain('asks for 10 successful reviews (6)');
    expect(ruleObstacle([], known)).toContain('has_auto_skip_pattern');
    const enough = { ...known, eligible: { ...known.eligible, successes: 10 } };
    expect(ruleObstacle(defaultPolicy.reviewRequired.skipIf, enough)).toBeUndefined();
  });
});
