import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/model/decision.js';
import type { ReviewStatus } from '../../domain/model/review.js';
import { changesRequested, decided } from '../../../test/kit/review-document.js';
import { exitCode } from './exit-code.js';

describe('exit code of a review (SPEC 4)', () => {
  it.each<[Outcome, number]>([
    ['approved', 0],
    ['skipped', 0],
    ['flagged', 0],
    ['changes_requested', 1],
    ['rejected', 1],
    ['escalated', 3],
    ['paused', 3],
    ['inconclusive', 4],
  ])('of %s is %i', (outcome, code) => {
    expect(exitCode(decided(outcome))).toBe(code);
  });

  it.each<[ReviewStatus, number]>([
    ['pending', 4],
    ['in_progress', 4],
    ['pending_re_review', 4],
    ['withdrawn', 4],
    ['approved', 4],
    ['escalated', 3],
  ])('without a decision and %s is %i, never 0', (status, code) => {
    const document = changesRequested();
    expect(exitCode({ decision: null, review: { ...document.review, status } })).toBe(code);
  });
});
