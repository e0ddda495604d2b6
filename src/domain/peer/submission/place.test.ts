import { describe, expect, it } from 'vitest';
import { changedFile } from '../../../../test/kit/review.js';
import { placeOf, type ShownFile } from './place.js';
import type { SubmittedFinding } from './submission.js';

const file = changedFile('a.ts');
const shown: ShownFile = {
  lines: 40,
  hunks: [
    {
      lines: [
        { kind: 'context', oldLine: 9, newLine: 9, text: '{' },
        { kind: 'deleted', oldLine: 10, text: '  return old();' },
        { kind: 'added', newLine: 10, text: '  return fresh();' },
        { kind: 'added', newLine: 11, text: '  done();' },
        { kind: 'context', oldLine: 11, newLine: 12, text: '}' },
      ],
    },
    { lines: [{ kind: 'added', newLine: 30, text: '  done();' }] },
  ],
};

const place = (over: Partial<SubmittedFinding>, of = file) =>
  placeOf({ severity: 'important', category: 'bug', message: 'm', file: 'a.ts', ...over }, of, shown);

describe('where a finding points', () => {
  it('the quote wins over the line, and what was stated is kept', () => {
    expect(place({ line: 25, quote: 'return fresh();' })).toEqual({
      side: 'head',
      line: 10,
      quote: 'return fresh();',
      placeNote: 'stated line 25; the quoted text stands at line 10',
    });
  });

  it('of several places of a quote the nearest to the line', () => {
    expect(place({ line: 29, quote: 'done();' })).toMatchObject({ line: 30 });
    expect(place({ line: 12, quote: 'done();' })).toMatchObject({ line: 11 });
    expect(place({ quote: 'done();' })).toEqual({ side: 'head', line: 11, quote: 'done();' });
  });

  it('a quote of several lines', () => {
    expect(place({ quote: 'return fresh();\n  done();' })).toMatchObject({ line: 10, endLine: 11 });
    expect(place({ quote: 'done();\ndone();', line: 11 })).toMatchObject({
      line: 11,
      placeNote: 'the quoted text is not in what was shown',
    });
  });

  it('a quote of what was removed stands at the base', () => {
    expect(place({ line: 10, quote: 'return old();' })).toEqual({ side: 'base', line: 10, quote: 'return old();' });
  });

  it('a quote that is nowhere leaves the line, and is not taken for true', () => {
    expect(place({ line: 10, quote: 'never written' })).toEqual({
      side: 'head',
      line: 10,
      quote: 'never written',
      placeNote: 'the quoted text is not in what was shown',
    });
  });

  it('a line that the file does not have is no place, and stays visible', () => {
    expect(place({ line: 900 })).toEqual({ side: 'head', placeNote: 'stated line 900; the file has 40 lines' });
    expect(place({ line: 0 })).toEqual({ side: 'head', placeNote: 'stated line 0; the file has 40 lines' });
  });

  it('a line alone takes its text along, so that it is known again when lines shift', () => {
    expect(place({ line: 11 })).toEqual({ side: 'head', line: 11, quote: '  done();' });
    expect(place({ line: 35 })).toEqual({ side: 'head', line: 35 });
  });

  it('ends at the end of the file and never before it begins', () => {
    expect(place({ line: 38, endLine: 99 })).toMatchObject({ line: 38, endLine: 40 });
    expect(place({ line: 38, endLine: 2 })).toEqual({ side: 'head', line: 38 });
  });

  it('of a deleted file stands at the base', () => {
    expect(place({ line: 10 }, changedFile('a.ts', { status: 'D' }))).toMatchObject({
      side: 'base',
      line: 10,
      quote: '  return old();',
    });
  });
});
