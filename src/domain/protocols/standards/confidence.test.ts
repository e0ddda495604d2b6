import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opinion, requested } from '../../../../test/kit/review.js';
import type { ConfidenceInForce } from '../../model/calibration.js';
import type { Opinion } from '../../model/opinion.js';
import { countsAs } from './confidence.js';
import { decide } from './decide.js';
import type { Round } from './round.js';

const { standards, embedded, rejectGrounds } = requested();
const known = (confidence: number): ConfidenceInForce => ({ confidence, opinions: 34, right: 24, skilled: false });
const critic = (over: Partial<Opinion> = {}) =>
  opinion({ seat: { role: 'critic', driver: 'cli' }, confidence: 95, ...over });

function round(opinions: readonly Opinion[], over: Partial<Round> = {}): Round {
  return {
    ...{ creator: 'Ada', criteria: [], standards, embedded, rejectGrounds, counting: [], settled: [] },
    ...{ seats: ['critic@cli'], opinions, coverage: [{ path: 'a.ts', coverage: 'reviewed' }], earlier: [] },
    ...over,
  };
}

const said = (of: Round) => {
  const { outcome, confidence, rules } = decide(of);
  return { outcome, confidence, reason: rules.find(({ id }) => id === 'standards.confidence')?.reason };
};

describe('a confidence of which it is known how far it can be believed', () => {
  it('is not enough where the reviewer is right too seldom, and the rule says why', () => {
    expect(said(round([critic({ calibration: known(71) })]))).toEqual({
      outcome: 'changes_requested',
      confidence: 71,
      reason:
        'confidence 71 is not enough to approve, 80 needed (critic@cli stated 95, calibrated 71 over 34 opinions, no surer where it was right)',
    });
  });

  it('is said with what it rests on where it is enough', () => {
    const calibration = { ...known(90), skilled: true, category: 'bug_fix' };
    expect(said(round([critic({ calibration })]))).toEqual({
      outcome: 'approved',
      confidence: 90,
      reason: 'confidence 90, at least 80 needed (critic@cli stated 95, calibrated 90 over 34 opinions on bug_fix)',
    });
  });

  it('falls short where it is hardly believed at all, and is no doubt: another reviewer carries the approval', () => {
    const blunt = critic({ calibration: known(12) });
    expect(said(round([blunt]))).toMatchObject({
      confidence: 60,
      reason: expect.stringContaining(
        'calibrated 12 over 34 opinions, no surer where it was right, counts as 60',
      ) as string,
    });
    const other = opinion({ seat: { role: 'other', driver: 'cli' }, confidence: 90 });
    expect(said(round([blunt, other]))).toMatchObject({ outcome: 'approved', confidence: 90 });
    expect(said(round([blunt, { ...other, calibration: known(12) }]))).toMatchObject({ outcome: 'changes_requested' });
  });

  it('is not taken from an objection, nor where the policy compares what is stated', () => {
    const objecting = critic({ verdict: 'changes_requested', calibration: known(10) });
    expect(countsAs(objecting, standards)).toBe(95);
    const off = round([critic({ calibration: known(10) })], { standards: { ...standards, calibrate: false } });
    expect(said(off)).toEqual({ outcome: 'approved', confidence: 95, reason: 'confidence 95, at least 80 needed' });
  });

  it('never approves what the stated ones would not', () => {
    const percent = fc.integer({ min: 0, max: 100 });
    const some = fc.array(fc.record({ stated: percent, believed: percent }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(some, percent, percent, (seats, minConfidence, lowConfidence) => {
        const over = { standards: { ...standards, minConfidence, lowConfidence } };
        const plain = seats.map(({ stated }) => critic({ confidence: stated }));
        const weighed = plain.map((each, index) => ({ ...each, calibration: known(seats[index]?.believed ?? 0) }));
        if (decide(round(weighed, over)).outcome === 'approved')
          expect(decide(round(plain, over)).outcome).toBe('approved');
        expect(decide(round(weighed, over)).confidence).toBeLessThanOrEqual(decide(round(plain, over)).confidence);
      }),
    );
  });
});
