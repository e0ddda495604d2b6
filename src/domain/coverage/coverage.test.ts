import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { change, changedFile, opinion } from '../../../test/kit/review.js';
import { coverageOf } from './coverage.js';

const two = change([changedFile('a.ts'), changedFile('b.ts')]);

describe('coverage', () => {
  it('an entry that the reviewer does not mention was not shown (no_human#437)', () => {
    expect(coverageOf(two, {}, [opinion()])).toMatchObject([{ coverage: 'reviewed' }, { coverage: 'not_shown' }]);
  });

  it('without an opinion nothing was shown', () => {
    expect(coverageOf(two, {}, []).map(({ coverage }) => coverage)).toEqual(['not_shown', 'not_shown']);
  });

  it('counts the seat that saw least', () => {
    const half = opinion({ shown: [{ path: 'a.ts', coverage: 'partly_shown', reason: 'cut' }] });
    expect(coverageOf(change(), {}, [opinion(), half])).toEqual([{ path: 'a.ts', coverage: 'partly_shown', rule: 'cut' }]);
  });

  it('an exclusion is named and beats what a seat says', () => {
    expect(coverageOf(change(), { 'a.ts': 'media' }, [opinion()])).toEqual([
      { path: 'a.ts', coverage: 'excluded', rule: 'media' },
    ]);
  });
});

const reviewer = { role: 'reviewer', driver: 'cli' } as const;
const whole = [
  { path: 'a.ts', coverage: 'reviewed' },
  { path: 'b.ts', coverage: 'reviewed' },
] as const;
const crashed = { kind: 'crashed', detail: 'exit 1' } as const;
const half = opinion({ shown: [{ path: 'a.ts', coverage: 'reviewed' }] });

describe('coverage with a seat that judges for itself', () => {
  const words = (opinions: Parameters<typeof coverageOf>[2]) =>
    coverageOf(two, {}, opinions).map(({ coverage }) => coverage);

  it('does not ask that an analyzer knows every language', () => {
    expect(words([half, opinion({ seat: reviewer, shown: whole })])).toEqual(['reviewed', 'reviewed']);
  });

  it('is not made whole by what an analyzer saw', () => {
    const partly = opinion({ seat: reviewer, shown: [{ path: 'b.ts', coverage: 'partly_shown' }] });
    expect(words([opinion({ shown: whole }), partly])).toEqual(['not_shown', 'partly_shown']);
  });

  it('is that of the one which saw least', () => {
    const other = opinion({ seat: { ...reviewer, agent: 'other' }, shown: [{ path: 'b.ts', coverage: 'reviewed' }] });
    expect(words([opinion({ seat: reviewer, shown: whole }), other])).toEqual(['not_shown', 'reviewed']);
  });

  it.each([
    ['a guest of the caller', opinion({ seat: { ...reviewer, advisory: true }, shown: whole })],
    ['a seat that failed', opinion({ seat: reviewer, shown: whole, failure: crashed })],
  ])('is not given by %s', (_name, judge) => {
    expect(words([half, judge])).toEqual(['reviewed', 'not_shown']);
  });

  it('is never better than what a seat that judges was shown', () => {
    const coverage = fc.constantFrom('reviewed', 'partly_shown', 'not_shown', 'unreadable' as const);
    const shown = fc.array(fc.record({ path: fc.constantFrom('a.ts', 'b.ts'), coverage }), { maxLength: 2 });
    const seat = fc.constantFrom(reviewer, { ...reviewer, advisory: true } as const, opinion().seat);
    const any = fc.record({ seat, shown, failed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (given) => {
        const opinions = given.map(({ failed, ...over }) => opinion({ ...over, ...(failed && { failure: crashed }) }));
        const saw = (path: string, one: (typeof opinions)[number]) =>
          one.shown.findLast((entry) => entry.path === path)?.coverage === 'reviewed';
        for (const { path, coverage: found } of coverageOf(two, {}, opinions)) {
          if (found !== 'reviewed') continue;
          const spoken = opinions.filter(({ failure }) => failure === undefined);
          const judging = spoken.filter((one) => one.seat.driver === 'cli' && !('advisory' in one.seat));
          expect(opinions.some((one) => saw(path, one))).toBe(true);
          expect((judging.length > 0 ? judging : spoken).every((one) => saw(path, one))).toBe(true);
        }
      }),
    );
  });
});
