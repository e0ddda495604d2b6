import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairName, type AnalyticsCount } from '../model/analytics.js';
import { effectiveVotes, votesAmong } from './votes.js';

function alike(one: string, other: string, both: number, either: number): readonly AnalyticsCount[] {
  const pair = { subject: 'pair' as const, name: pairName(one, other) };
  return [
    { ...pair, measure: 'raised_by_either', count: either },
    ...(both > 0 ? [{ ...pair, measure: 'raised_by_both' as const, count: both }] : []),
  ];
}

describe('effective votes of a panel', () => {
  it('are one for two models that raise the same, and two for those that never do', () => {
    expect(effectiveVotes(['a', 'b'], alike('a', 'b', 400, 400))?.effective).toBe(1);
    expect(effectiveVotes(['a', 'b'], alike('b', 'a', 0, 400))?.effective).toBe(2);
  });

  it('are Kish’s effective sample size in between', () => {
    expect(effectiveVotes(['a', 'b'], alike('a', 'b', 200, 400))).toEqual({
      models: 2,
      effective: 1.33,
      pairs: [{ models: ['a', 'b'], findings: 400, both: 200, agreement: 0.5 }],
    });
    // Two that are one, and a third of its own: 9 / (3 + 2).
    const counts = [...alike('a', 'b', 400, 400), ...alike('a', 'c', 0, 400), ...alike('b', 'c', 0, 400)];
    const votes = effectiveVotes(['a', 'b', 'c'], counts);
    expect(votes?.effective).toBeCloseTo(1.8, 1);
  });

  it('are not told of before twenty findings', () => {
    expect(effectiveVotes(['a', 'b'], alike('a', 'b', 19, 19))).toBeUndefined();
    expect(effectiveVotes(['a', 'b'], alike('a', 'b', 20, 20))?.effective).toBe(1);
    expect(effectiveVotes(['a'], alike('a', 'b', 20, 20))).toBeUndefined();
    expect(effectiveVotes(['a', 'c'], alike('a', 'b', 99, 99))).toBeUndefined();
  });

  it('take a pair of which little is known for one of all pairs', () => {
    const counts = [...alike('a', 'b', 20, 20), ...alike('c', 'd', 0, 980)];
    const [pair] = effectiveVotes(['a', 'b'], counts)?.pairs ?? [];
    expect(pair?.agreement).toBeCloseTo((20 + 0.02 * 10) / 30);
  });

  it('say where two are of one vendor family', () => {
    const family = () => 'acme';
    expect(effectiveVotes(['a', 'b'], alike('a', 'b', 9, 30), family)?.pairs).toMatchObject([{ family: 'acme' }]);
    const apart = effectiveVotes(['a', 'b'], alike('a', 'b', 9, 30), (model) => model)?.pairs[0];
    expect(apart).not.toHaveProperty('family');
  });

  it('of some of the models rest on the pairs among them', () => {
    const all = effectiveVotes(['a', 'b', 'c'], [...alike('a', 'b', 30, 30), ...alike('a', 'c', 0, 30)]);
    expect(votesAmong(['a', 'b'], all?.pairs ?? [])?.pairs).toHaveLength(1);
    expect(votesAmong(['b', 'c'], all?.pairs ?? [])).toBeUndefined();
  });

  it('are never more than there are models, and never less than one', () => {
    const names = ['a', 'b', 'c', 'd'];
    const counted = fc.tuple(fc.nat(100), fc.nat(100)).map(([both, more]) => [both, both + more] as const);
    fc.assert(
      fc.property(fc.array(counted, { minLength: 6, maxLength: 6 }), fc.integer({ min: 2, max: 4 }), (six, size) => {
        const two = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));
        const counts = two.flatMap(([one, other], index) => alike(one, other, ...(six[index] ?? [0, 0])));
        const votes = effectiveVotes(names.slice(0, size), counts);
        if (votes === undefined) return;
        expect(votes.effective).toBeGreaterThanOrEqual(1);
        expect(votes.effective).toBeLessThanOrEqual(size);
      }),
    );
  });
});
