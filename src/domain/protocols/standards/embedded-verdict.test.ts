import { describe, expect, it } from 'vitest';
import { embeddedVerdict } from './embedded-verdict.js';

const numbers = {
  criticalConfidence: 40,
  importantConfidence: 60,
  minorConfidence: 75,
  cleanConfidence: 95,
  maxMinor: 2,
};

describe('the verdict of a reviewer without one of its own', () => {
  it.each([
    ['changes_requested 40', ['minor', 'critical']],
    ['changes_requested 60', ['important', 'minor']],
    ['changes_requested 75', ['minor', 'minor', 'minor']],
    ['approved 95', ['minor', 'minor']],
    ['approved 95', []],
  ] as const)('is %s for findings %j', (expected, severities) => {
    const { verdict, confidence } = embeddedVerdict(severities, numbers);
    expect(`${verdict} ${confidence}`).toBe(expected);
  });
});
