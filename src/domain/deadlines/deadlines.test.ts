import { describe, expect, it } from 'vitest';
import { hour, minute, peerRequested, peerReview, peerTerms } from '../../../test/kit/peer.js';
import { requested } from '../../../test/kit/review.js';
import type { Outcome } from '../model/decision.js';
import type { ReviewEvent } from '../model/event.js';
import { deadlines, nextDue } from './deadlines.js';

const request: ReviewEvent = { type: 'review_requested', data: peerRequested() };
const assign = (reviewer: string | null): ReviewEvent => ({
  type: 'review_assigned',
  data: { reviewer, place: 'primary', reason: 'free', rules: [] },
});
const start = (leaseUntil: number): ReviewEvent => ({
  type: 'review_started',
  data: { reviewer: 'grace', leaseUntil, nonceDigest: 'n' },
});
const decide = (outcome: Outcome): ReviewEvent => ({
  type: 'review_decided',
  data: { findings: [], decision: { outcome, confidence: 70, rules: [] } },
});
const fired = (kind: ReturnType<typeof deadlines>[number]['kind'], dueAt: number): ReviewEvent => ({
  type: 'deadline_fired',
  data: { kind, dueAt },
});
const escalate = (deadline?: number): ReviewEvent => ({
  type: 'review_escalated',
  data: { trigger: 'by_hand', reason: 'why', by: 'ada', ...(deadline === undefined ? {} : { deadline }) },
});
const contest: ReviewEvent = {
  type: 'finding_contested',
  data: { findingId: 'F', by: 'ada', argument: 'no', evidence: [], judge: 'linus' },
};

const t = 1_000_000;

describe('deadlines', () => {
  it('an assigned review: reminder after 30 minutes, backup 15 later, a person after two hours', () => {
    expect(deadlines(peerReview([t, request], [t + minute, assign('grace')]))).toEqual([
      { kind: 'start_reminder', dueAt: t + 31 * minute },
      { kind: 'start_backup', dueAt: t + 46 * minute },
      { kind: 'review_open_too_long', dueAt: t + 120 * minute },
    ]);
  });

  it('what has fired is not due again, until somebody else is assigned', () => {
    const reminded = [
      [t, request],
      [t, assign('grace')],
      [t + 30 * minute, fired('start_reminder', t + 30 * minute)],
    ] as const;
    expect(deadlines(peerReview(...reminded)).map(({ kind }) => kind)).toEqual([
      'start_backup',
      'review_open_too_long',
    ]);
    const handedOn = peerReview(...reminded, [t + 40 * minute, assign('linus')]);
    expect(deadlines(handedOn)[0]).toEqual({ kind: 'start_reminder', dueAt: t + 70 * minute });
  });

  it('while nobody is free the review waits 15 minutes, from when it began to wait', () => {
    const review = peerReview([t, request], [t, assign(null)], [t + 5 * minute, assign(null)]);
    expect(deadlines(review)[0]).toEqual({ kind: 'assignment_wait', dueAt: t + 15 * minute });
  });

  it('a round that came to nothing is before a person, and does not stay there for ever', () => {
    const review = peerReview(
      [t, request],
      [t, assign('grace')],
      [t, start(t + hour)],
      [t + 9, decide('inconclusive')],
    );
    expect(deadlines(review)).toEqual([{ kind: 'review_open_too_long', dueAt: t + 120 * minute }]);
  });

  it('a reviewer at work is silent when its lease ends, and a sign of life moves it', () => {
    const begun = [
      [t, request],
      [t, assign('grace')],
      [t, start(t + hour)],
    ] as const;
    expect(deadlines(peerReview(...begun))[0]).toEqual({ kind: 'reviewer_silent', dueAt: t + hour });
    const seen: ReviewEvent = { type: 'reviewer_seen', data: { reviewer: 'grace', leaseUntil: t + 90 * minute } };
    expect(deadlines(peerReview(...begun, [t + 30 * minute, seen]))[0]?.dueAt).toBe(t + 90 * minute);
  });

  it('a creator has a day to answer; while a contest is open its judge has an hour; then the day begins anew', () => {
    const asked = [
      [t, request],
      [t, assign('grace')],
      [t, start(t + hour)],
      [t, decide('changes_requested')],
    ] as const;
    expect(deadlines(peerReview(...asked))).toEqual([{ kind: 'creator_silent', dueAt: t + 24 * hour }]);
    const contested = [...asked, [t + hour, contest]] as const;
    expect(deadlines(peerReview(...contested))).toEqual([{ kind: 'judge_silent', dueAt: t + 2 * hour }]);
    const judged: ReviewEvent = {
      type: 'contest_judged',
      data: { findingId: 'F', outcome: 'upheld', by: 'linus', reason: 'it is so', content: 'b' },
    };
    expect(deadlines(peerReview(...contested, [t + 2 * hour, judged]))).toEqual([
      { kind: 'creator_silent', dueAt: t + 26 * hour },
    ]);
  });

  it('a person is warned before the deadline, at once where there is less time than that', () => {
    const at = (until: number) => deadlines(peerReview([t, request], [t, escalate(until)]));
    expect(at(t + 48 * hour)).toEqual([
      { kind: 'escalation_warning', dueAt: t + 40 * hour },
      { kind: 'escalation_expired', dueAt: t + 48 * hour },
    ]);
    expect(at(t + hour)[0]).toEqual({ kind: 'escalation_warning', dueAt: t });
    expect(deadlines(peerReview([t, request], [t, escalate()]))).toEqual([]);
  });

  it('an extended deadline warns again', () => {
    const extended = peerReview(
      [t, request],
      [t, escalate(t + 48 * hour)],
      [t + 40 * hour, fired('escalation_warning', t + 40 * hour)],
      [t + 41 * hour, { type: 'escalation_changed', data: { deadline: t + 72 * hour, by: 'eve' } }],
    );
    expect(deadlines(extended).map(({ dueAt }) => dueAt)).toEqual([t + 64 * hour, t + 72 * hour]);
  });

  it('a review whose reviewers work at once has only its lease', () => {
    const review = peerReview([t, { type: 'review_requested', data: requested() }], [t, start(t + hour)]);
    expect(deadlines(review)).toEqual([{ kind: 'lease_ended', dueAt: t + hour }]);
  });

  it.each(['approved', 'rejected'] as const)('a review that is %s waits for nothing', (outcome) => {
    const review = peerReview([t, request], [t, assign('grace')], [t, start(t + hour)], [t, decide(outcome)]);
    expect(nextDue(review)).toBeNull();
  });

  it('a rule that is off has no deadline', () => {
    const { escalation } = peerTerms();
    const terms = { escalation: { ...escalation, maxOpenMinutes: null } };
    const review = peerReview([t, { type: 'review_requested', data: peerRequested({ terms }) }], [t, assign('grace')]);
    expect(deadlines(review).map(({ kind }) => kind)).toEqual(['start_reminder', 'start_backup']);
  });
});
