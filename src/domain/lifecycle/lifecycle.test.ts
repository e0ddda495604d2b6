import { describe, expect, it } from 'vitest';
import { decided as aDecision, disposed, finding } from '../../../test/contract/sample-events.js';
import { recorded, requested } from '../../../test/kit/review.js';
import type { Outcome } from '../model/decision.js';
import type { ReviewEvent } from '../model/event.js';
import { BrokenHistory } from '../model/broken-history.js';
import { fold } from './evolve.js';
import { allowedVerbs, next } from './table.js';

const request: ReviewEvent = { type: 'review_requested', data: requested() };
const start: ReviewEvent = { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9_000 } };
const decided = (outcome: Outcome): ReviewEvent => ({
  type: 'review_decided',
  data: { findings: [], decision: { outcome, confidence: 0, rules: [] } },
});

describe('lifecycle', () => {
  it.each([
    ['approved', 'approved'],
    ['changes_requested', 'changes_requested'],
    ['rejected', 'rejected'],
    ['escalated', 'escalated'],
    ['inconclusive', 'pending'],
  ] as const)('a decision %s leaves the review %s', (outcome, status) => {
    expect(fold(recorded('R', [request, start, decided(outcome)]))?.status).toBe(status);
  });

  it('an inconclusive review is not completed and can be started again', () => {
    const review = fold(recorded('R', [request, start, decided('inconclusive')]));
    expect(review?.completedAt).toBeNull();
    expect(next('pending', 'start')).toBe('in_progress');
  });

  it.each(['skipped', 'withdrawn'] as const)('%s is final', (status) => {
    expect(allowedVerbs(status)).toEqual([]);
  });

  it('keeps who found a finding fixed, whoever claimed something before', () => {
    const raised = finding(0);
    const events: ReviewEvent[] = [
      request,
      start,
      aDecision('changes_requested', [raised]),
      disposed(raised, 'blob', { actor: 'ada', authority: 'claimed' }),
      { type: 'finding_verified', data: { findingId: raised.id, outcome: 'fixed', by: 'cora' } },
    ];
    expect(fold(recorded('R', events))?.findings[0]).toMatchObject({ state: 'resolved', verifiedBy: 'cora' });
  });

  it('refuses a history that cannot be', () => {
    expect(() => fold(recorded('R', [start]))).toThrow(BrokenHistory);
    expect(() => fold(recorded('R', [request, request]))).toThrow(BrokenHistory);
    expect(() => fold(recorded('R', [request, decided('approved')]))).toThrow(BrokenHistory);
    expect(() => fold(recorded('R', [request, start, decided('approved'), start]))).toThrow(BrokenHistory);
  });
});
