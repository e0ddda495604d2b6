import { describe, expect, it } from 'vitest';
import { opinion, raised, recorded, requested } from '../../../test/kit/review.js';
import { fold } from '../lifecycle/evolve.js';
import type { Decision } from '../model/decision.js';
import type { ReviewEvent } from '../model/event.js';
import type { Finding } from '../model/finding.js';
import type { Opinion } from '../model/opinion.js';
import { judgedOpinions } from './judged.js';

const critic = { role: 'reviewer', driver: 'cli', agent: 'critic' } as const;
const finding: Finding = {
  ...{ ...raised(), id: 'f1', fingerprint: 'p', state: 'open', agreement: 'only' },
  sources: [{ seat: 'reviewer/critic@cli', message: 'The error is lost.', severity: 'important' }],
};

function judged(
  over: Partial<Opinion>,
  outcome: Decision['outcome'],
  then: readonly ReviewEvent[] = [],
  found = finding,
) {
  const said = opinion({ seat: critic, confidence: 90, ...over });
  const decision: Decision = { outcome, confidence: 90, rules: [] };
  const events: readonly ReviewEvent[] = [
    { type: 'review_requested', data: requested() },
    { type: 'review_started', data: { reviewer: 'critic', leaseUntil: 9 } },
    { type: 'opinion_submitted', data: { opinion: said } },
    { type: 'review_decided', data: { findings: outcome === 'approved' ? [] : [found], decision } },
    ...then,
  ];
  const review = fold(recorded('R', events));
  if (review === undefined) throw new Error('no review');
  return judgedOpinions(review);
}

const reported = (kind: 'bug' | 'revert' | 'clean', over: { by?: string; person?: true } = {}): ReviewEvent => ({
  type: 'outcome_reported',
  data: { kind, note: 'n', by: 'dana', ...over },
});
const fixed: ReviewEvent = { type: 'finding_verified', data: { findingId: 'f1', outcome: 'fixed', by: 'other' } };
const disposed = (authority: 'human' | 'claimed'): ReviewEvent => ({
  type: 'finding_disposed',
  data: {
    ...{ findingId: 'f1', fingerprint: 'p', content: 'c' },
    disposition: { state: 'dismissed', actor: 'dana', reason: 'no', at: 1, authority },
  },
});
const objecting: Partial<Opinion> = { verdict: 'changes_requested', findings: [raised()] };

describe('judged opinions', () => {
  it('an approval is wrong once a bug or a revert is traced to it, and nothing before', () => {
    expect(judged({}, 'approved')).toEqual([]);
    expect(judged({}, 'approved', [reported('clean')])).toEqual([]);
    expect(judged({}, 'approved', [reported('bug')])).toEqual([
      { reviewer: 'critic', category: 'feature', confidence: 90, outcome: 'escaped' },
    ]);
    expect(judged({}, 'approved', [reported('revert')])).toMatchObject([{ outcome: 'reverted' }]);
  });

  it('an approval is right once a person who did not make the change says so, and no longer once a bug is traced to it', () => {
    const person = true as const;
    expect(judged({}, 'approved', [reported('clean', { person })])).toMatchObject([{ outcome: 'upheld' }]);
    expect(judged({}, 'approved', [reported('clean', { person, by: 'Ada' })])).toEqual([]);
    expect(judged({}, 'approved', [reported('clean', { person }), reported('bug')])).toMatchObject([
      { outcome: 'escaped' },
    ]);
  });

  it('that a trifle was mended says nothing', () => {
    const trifle: Finding = { ...finding, severity: 'minor' };
    expect(judged(objecting, 'changes_requested', [fixed], trifle)).toEqual([]);
  });

  it('an objection is right once what it raised is mended, wrong once a person dismissed all of it', () => {
    expect(judged(objecting, 'changes_requested')).toEqual([]);
    expect(judged(objecting, 'changes_requested', [fixed])).toMatchObject([{ outcome: 'upheld' }]);
    expect(judged(objecting, 'changes_requested', [disposed('claimed')])).toEqual([]);
    expect(judged(objecting, 'changes_requested', [disposed('human')])).toMatchObject([{ outcome: 'refuted' }]);
  });

  it('nothing is said of embedded reviewers, nor of who came to no verdict', () => {
    expect(judged({ seat: { role: 'auditor', driver: 'embedded' } }, 'approved', [reported('bug')])).toEqual([]);
    expect(judged({ verdict: 'inconclusive' }, 'approved', [reported('bug')])).toEqual([]);
  });
});
