import { describe, expect, it } from 'vitest';
import { shownRules } from './shown-rules.js';

describe('a rule that looks at embedded reviewers alone', () => {
  it.each([
    ['standards.important', 'no important finding', 'no important finding of the embedded reviewers'],
    ['standards.important', '2 important findings', '2 important findings of the embedded reviewers'],
    [
      'standards.minor',
      '1 minor finding, at most 2 allowed',
      '1 minor finding of the embedded reviewers, at most 2 allowed',
    ],
    ['standards.critical', '1 critical finding, at most 0 allowed', '1 critical finding, at most 0 allowed'],
  ])('says so to a reader: %s', (id, reason, shown) => {
    const decision = { outcome: 'approved', confidence: 90, rules: [{ id, result: 'satisfied', reason }] } as const;
    expect(shownRules({ openingRules: [], decision })).toEqual([{ id, result: 'satisfied', reason: shown }]);
  });
});
