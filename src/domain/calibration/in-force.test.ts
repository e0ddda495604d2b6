import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgedOpinion } from '../model/calibration.js';
import { inForce } from './in-force.js';

function said(confidence: number, right: number, wrong: number, category = 'feature'): JudgedOpinion[] {
  const one = (outcome: JudgedOpinion['outcome']) => ({ reviewer: 'critic', category, confidence, outcome });
  return [
    ...Array.from({ length: right }, () => one('upheld')),
    ...Array.from({ length: wrong }, () => one('escaped')),
  ];
}

const asked = { category: 'feature', stated: 95 };
const of = (own: readonly JudgedOpinion[], over: Partial<typeof asked> = {}, all = own) =>
  inForce({ own, all }, { ...asked, ...over });

describe('the confidence in force', () => {
  it('is what was stated while fewer than 20 opinions are judged', () => {
    expect(of(said(95, 0, 19))).toBeUndefined();
    expect(of(said(95, 0, 20))).toMatchObject({ confidence: 0, opinions: 20, right: 0, skilled: false });
  });

  it('is the rate of being right of whoever always states the same', () => {
    // 24 of 34, shrunk towards (24 + 1) / (34 + 2) of all with the weight of 10 opinions: 70.2.
    expect(of(said(95, 24, 10))).toEqual({
      ...{ confidence: 70, opinions: 34, right: 24, skilled: false },
      category: 'feature',
    });
  });

  it('is what became of what was stated so, of whoever is surer where it is right', () => {
    const sharp = [...said(95, 38, 2), ...said(65, 4, 16)];
    expect(of(sharp)).toMatchObject({ confidence: 89, skilled: true });
    expect(of(sharp, { stated: 65 })?.confidence).toBeLessThan(50);
  });

  it('never exceeds what was stated', () => {
    expect(of(said(95, 200, 0), { stated: 81 })?.confidence).toBe(81);
  });

  it('is that of the type once it is known, so that easy types do not vouch for others', () => {
    const own = [...said(95, 100, 0, 'docs'), ...said(95, 5, 15, 'security_change')];
    const security = of(own, { category: 'security_change' });
    expect(security).toMatchObject({ opinions: 20, category: 'security_change' });
    expect(security?.confidence).toBeLessThan(50);
    expect(of(own, { category: 'docs' })).toMatchObject({ opinions: 100, confidence: 95 });
  });

  it('takes somebody hardly known for the average of all', () => {
    const own = said(95, 16, 4);
    const good = [...own, ...said(90, 400, 0).map((each) => ({ ...each, reviewer: 'other' }))];
    expect((of(own, {}, good)?.confidence ?? 0) > (of(own)?.confidence ?? 0)).toBe(true);
  });

  it('is between 0 and what is stated, and no better for one more opinion that was wrong', () => {
    const counts = fc.nat(40);
    fc.assert(
      fc.property(counts, counts, fc.integer({ min: 0, max: 100 }), (right, wrong, stated) => {
        const [now, worse] = [of(said(95, right, wrong), { stated }), of(said(95, right, wrong + 1), { stated })];
        if (now === undefined || worse === undefined) return;
        expect(now.confidence).toBeGreaterThanOrEqual(0);
        expect(now.confidence).toBeLessThanOrEqual(stated);
        expect(worse.confidence).toBeLessThanOrEqual(now.confidence);
      }),
    );
  });
});
