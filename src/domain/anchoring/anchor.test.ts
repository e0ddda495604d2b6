import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchor, type AnchorFile } from './anchor.js';

const head = [
  'import { a } from "a";',
  '',
  'export function sum(x: number) {',
  '  return x + 1;',
  '}',
  '',
  '  return x + 1;',
];
const file: AnchorFile = { path: 'src/sum.ts', oldPath: 'src/old.ts', head, base: ['const gone = true;', ...head] };
const other: AnchorFile = { path: 'lib/sum.ts', head: ['nothing();'] };
const files = [file, other];

describe('the quote finds the line (ifc-lite#3658)', () => {
  it.each([
    ['where the number is wrong', { line: 40, quote: 'export function sum(x: number) {' }, { side: 'head', line: 3 }],
    ['the nearest of several', { line: 6, quote: 'return x + 1;' }, { side: 'head', line: 7 }],
    ['the first of several without a number', { quote: 'return x + 1;' }, { side: 'head', line: 4 }],
    ['with the mark of a diff before it', { quote: '+  return x + 1;' }, { side: 'head', line: 4 }],
    ['with the number of the prompt before it', { quote: '+4|   return x + 1;' }, { side: 'head', line: 4 }],
    ['in part of a line', { quote: 'function sum(' }, { side: 'head', line: 3 }],
    [
      'over several lines',
      { quote: 'import { a } from "a";\nexport function sum(x: number) {' },
      { line: 1, endLine: 3 },
    ],
    ['among the deleted lines', { line: 1, quote: 'const gone = true;' }, { side: 'base', line: 1 }],
  ])('%s', (_name, stated, place) => {
    expect(anchor({ file: 'src/sum.ts', ...stated }, files).place).toMatchObject({ file: 'src/sum.ts', ...place });
  });

  it('that is found nowhere leaves the finding at its file, and is told', () => {
    const { place, remark } = anchor({ file: 'src/sum.ts', line: 3, quote: 'const absent = 1;' }, files);
    expect(place).toEqual({ file: 'src/sum.ts' });
    expect(remark).toContain('src/sum.ts:3');
    expect(remark).toContain('const absent = 1;');
  });

  it('names the file that alone holds it', () => {
    expect(anchor({ quote: 'export function sum(x: number) {' }, files).place).toMatchObject({
      file: 'src/sum.ts',
      line: 3,
    });
    expect(anchor({ quote: 'x' }, files).place).toEqual({});
  });
});

describe('the file', () => {
  it.each([
    ['src/sum.ts', 'src/sum.ts'],
    ['./src/sum.ts', 'src/sum.ts'],
    ['b/src/sum.ts', 'src/sum.ts'],
    ['src\\sum.ts', 'src/sum.ts'],
    ['src/old.ts', 'src/sum.ts'],
    ['/work/head/src/sum.ts', 'src/sum.ts'],
    ['sum.ts', undefined],
    ['none.ts', undefined],
  ])('%s is %s', (stated, path) => {
    expect(anchor({ file: stated }, files).place.file).toBe(path);
  });

  it('that nobody knows is told in words', () => {
    expect(anchor({ file: 'none.ts', line: 3 }, files)).toEqual({
      place: {},
      remark: 'Stated at none.ts:3, which is no file of the change.',
    });
  });

  it('that the change does not touch keeps its line', () => {
    expect(anchor({ file: 'src/b.ts', line: 3 }, files, (path) => path === 'src/b.ts').place).toEqual({
      file: 'src/b.ts',
      line: 3,
    });
  });
});

describe('a line without a quote', () => {
  it('brings the text of the line', () => {
    expect(anchor({ file: 'src/sum.ts', line: 4 }, files).place).toMatchObject({ line: 4, quote: '  return x + 1;' });
  });

  it('out of range stays at the file, and is told', () => {
    expect(anchor({ file: 'src/sum.ts', line: 400 }, files)).toMatchObject({
      place: { file: 'src/sum.ts' },
      remark: 'Stated at src/sum.ts:400; the file has 7 lines.',
    });
  });
});

it('never points outside of the file', () => {
  const stated = fc.record(
    {
      file: fc.constantFrom('src/sum.ts', 'x.ts', ''),
      line: fc.integer({ min: -5, max: 50 }),
      endLine: fc.integer({ min: -5, max: 50 }),
      quote: fc.oneof(fc.constantFrom(...head), fc.string()),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(stated, (at) => {
      const { place } = anchor(at, files);
      if (place.line === undefined) return;
      const lines = (place.file === 'src/sum.ts' ? file : other)[place.side ?? 'head'] ?? [];
      expect(place.line).toBeGreaterThanOrEqual(1);
      expect(place.endLine ?? place.line).toBeLessThanOrEqual(lines.length);
    }),
  );
});
