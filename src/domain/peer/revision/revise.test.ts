import { describe, expect, it } from 'vitest';
import { peerRequested, peerReview } from '../../../../test/kit/peer.js';
import { change, changedFile } from '../../../../test/kit/review.js';
import type { Decision } from '../../model/decision.js';
import type { Finding } from '../../model/finding.js';
import type { Review } from '../../model/review.js';
import { policyChange } from './policy-change.js';
import { carryOf, nothingChanged, unknownFix } from './revise.js';

const before = change();
const amended = change(undefined, { headCommit: '9'.repeat(40) });
const mended = change([changedFile('a.ts', { newBlob: 'c'.repeat(40) })], { headTree: '9'.repeat(40) });

const finding: Finding = {
  id: 'f1',
  fingerprint: 'p',
  state: 'open',
  agreement: 'only',
  sources: [],
  severity: 'important',
  category: 'bug',
  message: 'm',
};

function stands(outcome: Decision['outcome'], findings: readonly Finding[] = []): Review {
  const decision = { outcome, confidence: 90, rules: [] };
  return peerReview(
    [1, { type: 'review_requested', data: peerRequested() }],
    [2, { type: 'review_assigned', data: { reviewer: 'grace', place: 'primary', reason: 'free', rules: [] } }],
    [3, { type: 'review_started', data: { reviewer: 'grace', leaseUntil: 9 } }],
    [4, { type: 'review_decided', data: { findings, decision } }],
  );
}

const revision = (
  next = amended,
  over: { criteriaChanged?: readonly string[]; approverInside?: string; baseAccepted?: boolean } = {},
) => ({
  change: next,
  criteriaChanged: [],
  approverInside: undefined,
  baseAccepted: true,
  ...over,
});

describe('an approval whose content changes', () => {
  const held = (...of: Parameters<typeof carryOf>) => carryOf(...of).filter(({ result }) => result === 'satisfied');

  it('is carried by equal trees, and every rule says why', () => {
    expect(held(stands('approved'), revision()).map(({ id }) => id)).toEqual([
      'carry.identical_tree',
      'carry.message_only',
    ]);
    expect(held(stands('approved'), revision(mended))).toEqual([]);
    expect(carryOf(stands('approved'), revision(mended)).map(({ reason }) => reason === '')).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is not carried onto a base that the default branch does not hold', () => {
    const rebased = change(undefined, { baseTree: '8'.repeat(40), headTree: '9'.repeat(40) });
    expect(held(stands('approved'), revision(rebased)).map(({ id }) => id)).toEqual(['carry.rebase']);
    const own = carryOf(stands('approved'), revision(rebased, { baseAccepted: false }));
    expect(own.filter(({ result }) => result === 'satisfied')).toEqual([]);
    expect(own[1]?.reason).toBe('the base is another, and the default branch does not hold it');
    expect(held(stands('approved'), revision(amended, { baseAccepted: false }))).not.toEqual([]);
  });

  it('is not carried onto commits of who approved, nor onto other required criteria', () => {
    const own = carryOf(stands('approved'), revision(amended, { approverInside: 'grace is author' }));
    expect(own.map(({ result, reason }) => [result, reason])[0]).toEqual(['unsatisfied', 'grace is author']);
    expect(held(stands('approved'), revision(amended, { criteriaChanged: ['tested'] }))).toEqual([]);
  });
});

describe('a submission of what is there already', () => {
  it.each<[Decision['outcome'], boolean]>([
    ['changes_requested', true],
    ['approved', false],
  ])('of a review that is %s, with commits written anew', (outcome, isRefused) => {
    expect(nothingChanged(stands(outcome), revision(), false)?.code).toBe(isRefused ? 'nothing_changed' : undefined);
  });

  it('is refused on an approved review where nothing at all is new', () => {
    expect(nothingChanged(stands('approved'), revision(before), false)).toMatchObject({ code: 'nothing_changed' });
    expect(
      nothingChanged(stands('approved'), revision(before, { criteriaChanged: ['tested'] }), false),
    ).toBeUndefined();
  });

  it('is taken where every objection fell', () => {
    expect(nothingChanged(stands('changes_requested'), revision(), true)).toBeUndefined();
  });

  it('is none where a blob differs', () => {
    expect(nothingChanged(stands('changes_requested'), revision(mended), false)).toBeUndefined();
  });
});

describe('what a creator calls fixed', () => {
  it('is an open finding', () => {
    const review = stands('changes_requested', [finding, { ...finding, id: 'f2', state: 'dismissed' }]);
    expect(unknownFix(review, ['f1'])).toBeUndefined();
    expect(unknownFix(review, ['f1', 'f2'])).toMatchObject({ code: 'unknown_finding', remedy: 'open are f1' });
    expect(unknownFix(stands('changes_requested'), ['f1'])?.remedy).toContain('no finding is open');
  });
});

describe('a policy that moved on with the base', () => {
  const criterion = (name: string, required = true) => ({ name, required, description: '', checks: [] });
  const review = { ...stands('approved'), criteria: [criterion('a'), criterion('b'), criterion('c', false)] };
  const { digest } = review.policy;

  it('is noted, with the required criteria that differ', () => {
    expect(policyChange(review, { digest, criteria: [] })).toBeUndefined();
    const now = [criterion('a'), criterion('c'), criterion('d')];
    expect(policyChange(review, { digest: 'other', criteria: now })).toEqual({
      digest: 'other',
      criteria: ['b', 'c', 'd'],
    });
    expect(policyChange(review, { digest: 'other', criteria: review.criteria })).toEqual({
      digest: 'other',
      criteria: [],
    });
  });

  it('is noted once', () => {
    const peer = review.peer === null ? null : { ...review.peer, policyChanged: { digest: 'other', criteria: [] } };
    expect(policyChange({ ...review, peer }, { digest: 'other', criteria: [] })).toBeUndefined();
  });
});
