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
