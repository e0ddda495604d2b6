import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../test/kit/processor-time.js';
import { corpusOf } from './match-corpus.js';
import type { Claim } from './match-read.js';
import { matchScore } from './match.js';

const at = (line: number, message: string, file = 'src/context.ts'): Claim => ({ file, line, message });

const nullCheck = at(73, 'Copy-paste error: the constructor checks `grantType` twice instead of `rawTokenId`.');
const nullCheckAgain = at(74, 'The null check validates grantType but never rawTokenId, so rawTokenId can be null.');
const docs = at(73, 'The comment says 3-letter shortcut, but every shortcut has two letters.');

describe('matching two findings', () => {
  it('joins one claim in two wordings at one place and says why', () => {
    const match = matchScore(nullCheck, nullCheckAgain);
    expect(match).toMatchObject({ same: true, contradiction: false });
    expect(match.because.join('; ')).toContain('same place: src/context.ts:73 and src/context.ts:74');
    expect(match.because.join('; ')).toContain('rawtokenid');
  });

  it('keeps two different bugs on one line apart (ai-workflow#212)', () => {
    expect(matchScore(nullCheck, docs).same).toBe(false);
  });

  it('keeps the same words about different files or lines apart', () => {
    const words = 'The error is swallowed by an empty catch block.';
    expect(matchScore(at(5, words, 'a.ts'), at(5, words, 'b.ts')).same).toBe(false);
    expect(matchScore(at(5, words), at(90, words)).same).toBe(false);
    expect(matchScore(at(5, words), at(6, words)).same).toBe(true);
  });

  it('takes a range that covers the line for the same place', () => {
    expect(matchScore({ ...nullCheck, line: 60, endLine: 80 }, nullCheckAgain).same).toBe(true);
  });

  it('joins without a place when the words agree', () => {
    const a = { message: 'recordLegacyDuration is called when Storage.Create fails; should be recordStorageDuration' };
    const b = { message: 'On Storage.Create error, recordLegacyDuration is called instead of recordStorageDuration' };
    expect(matchScore(a, b).same).toBe(true);
  });

  it.each([
    [
      'The optional chaining on `mainCalendar?.integration` is redundant, mainCalendar is already checked.',
      'mainCalendar.integration needs a guard: without optional chaining it throws when mainCalendar is undefined.',
    ],
    [
      'Wrong method: `recordLegacyDuration` is called instead of `recordStorageDuration` when create fails.',
      'Wrong method when create fails: should be `recordLegacyDuration`, recordStorageDuration is for storage.',
    ],
  ])('calls opposite claims at one place a contradiction, in both directions: %s', (a, b) => {
    for (const [one, two] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(matchScore(at(9, one), at(9, two))).toMatchObject({ same: false, contradiction: true });
    }
  });

  it('does not call opposite demands for different things a contradiction', () => {
    const match = matchScore(at(9, 'This import is redundant.'), at(9, 'The payload needs a size limit.'));
    expect(match).toMatchObject({ same: false, contradiction: false });
  });

  it('does not depend on which finding comes first or on the order of the corpus', () => {
    const claims = [
      nullCheck,
      nullCheckAgain,
      docs,
      at(120, 'The loop awaits every request.'),
      at(7, 'Unused import.'),
    ];
    const there = matchScore(nullCheck, nullCheckAgain, corpusOf(claims)).score;
    expect(matchScore(nullCheckAgain, nullCheck, corpusOf([...claims].reverse())).score).toBeCloseTo(there, 12);
  });

  it('lets a third finding speak for two wordings that share little', () => {
    const a = at(40, 'Race: two requests pass the device count check together.');
    const b = at(41, 'Not atomic, so the limit is exceeded.');
    const bridge = at(
      40,
      'Race: the device count check is not atomic, two requests pass it and the limit is exceeded.',
    );
    const far = [at(300, 'Unused import.'), at(400, 'Typo in a heading.'), at(500, 'Missing test.')];
    const withBridge = matchScore(a, b, corpusOf([a, b, bridge, ...far]));
    expect(withBridge.score).toBeGreaterThan(matchScore(a, b, corpusOf([a, b, ...far])).score);
    expect(withBridge.because).toContain('a third finding is like both');
  });

  it('reads hostile text in bounded time', () => {
    const hostile = [
      '`'.repeat(50_000),
      '](('.repeat(20_000),
      'a.'.repeat(30_000),
      '<a '.repeat(20_000),
      'use '.repeat(9_000),
    ];
    const worked = processorTime(() => {
      for (const message of hostile)
        expect(matchScore(at(1, message), at(1, hostile[0]!)).score).toBeLessThanOrEqual(1);
    });
    expect(worked).toBeLessThan(4_000);
  });
});
