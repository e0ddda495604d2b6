import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../../../test/kit/digest.js';
import { change, changedFile, raised } from '../../../test/kit/review.js';
import type { RaisedFinding } from '../model/finding.js';
import { bears, borneBy, marksOf, marksOfChange, type ShownHunks } from './marks.js';

const one = change([changedFile('a.ts')]);
const added = (lines: readonly string[]): ShownHunks => ({
  hunks: [{ lines: lines.map((text, index) => ({ kind: 'added' as const, newLine: index + 1, text })) }],
});
const holds = (path: string, lines: readonly string[], of: RaisedFinding, then: readonly string[]) => {
  const marks = marksOf(of, one, { 'a.ts': added(then) }, digest);
  return bears(new Set(borneBy(changedFile(path), added(lines), digest)), marks);
};

const block = ['/** Adds. */', 'function sum(a, b) {', '  return a + b;', '}', 'export default sum;'];
const at = (line: number) => raised({ file: 'a.ts', line });

describe('a content holds again what was objected to', () => {
  it.each<[string, string, readonly string[], boolean]>([
    ['as it was', 'a.ts', block, true],
    ['spaced otherwise, between blank lines', 'a.ts', block.flatMap((line) => ['', `\t ${line}`]), true],
    ['the line alone, in its file', 'a.ts', ['  return a + b;'], true],
    ['the line reworded among the others', 'a.ts', block.with(2, '  return (a + b);'), true],
    ['under another name', 'b.ts', block, true],
    ['the line alone, in another file', 'b.ts', ['  return a + b;'], false],
    ['other lines of the file', 'a.ts', ['const other = 1;', '}'], false],
    ['nothing', 'a.ts', [], false],
  ])('%s', (_, path, lines, expected) => {
    expect(holds(path, lines, at(3), block)).toBe(expected);
  });

  it('on the side of the base, where lines were taken away', () => {
    const gone = (text: string): ShownHunks => ({ hunks: [{ lines: [{ kind: 'deleted', oldLine: 7, text }] }] });
    const of = raised({ file: 'a.ts', side: 'base', line: 7 });
    const marks = marksOf(of, one, { 'a.ts': gone('check(user);') }, digest);
    const of2 = (shown: ShownHunks) => bears(new Set(borneBy(changedFile('a.ts'), shown, digest)), marks);
    expect(of2(gone(' check( user );'))).toBe(true);
    expect(of2(added(['check(user);']))).toBe(false);
  });

  it('by its content and mode where nothing has lines, whatever it is called', () => {
    const marks = marksOf(raised({ file: 'a.ts' }), one, {}, digest);
    const borne = (over: Parameters<typeof changedFile>[1]) =>
      bears(new Set(borneBy(changedFile('x.bin', over), undefined, digest)), marks);
    expect(borne({})).toBe(true);
    expect(borne({ newBlob: 'e'.repeat(40) })).toBe(false);
    expect(borne({ newMode: '100755' })).toBe(false);
  });

  it('as a whole by half of its lines', () => {
    const lines = fc.uniqueArray(fc.stringMatching(/^[a-z]{6,12}$/), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(lines, fc.array(fc.stringMatching(/^[A-Z]{6,12}$/)), (of, more) => {
        const marks = marksOfChange(one, { 'a.ts': added(of) }, digest);
        const borne = (text: readonly string[]) => new Set(borneBy(changedFile('z.ts'), added(text), digest));
        expect(bears(borne([...more, ...of]), marks)).toBe(true);
        expect(bears(borne(more), marks)).toBe(false);
      }),
    );
  });
});
