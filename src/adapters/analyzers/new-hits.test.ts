import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frozenChange, packetFor, type FileMap } from '../../../test/kit/frozen-change.js';
import type { Hit } from './analyzer.js';
import { readChange } from './frame/read-change.js';
import { newHits } from './new-hits.js';

/** Reports every line that holds BAD or catches, on both sides, as an analyzer with `compares: 'sides'` does. */
async function newLines(base: FileMap, head: FileMap): Promise<string[]> {
  const { files } = await readChange(packetFor(frozenChange({ base, head })));
  const hits = files.flatMap((file) =>
    (['head', 'base'] as const).flatMap((side) =>
      (file[side]?.lines ?? []).flatMap((text, index): Hit[] =>
        /BAD|catch/.test(text)
          ? [{ rule: 'x/y', severity: 'minor', file: file.path, side, line: index + 1, message: 'm' }]
          : [],
      ),
    ),
  );
  return newHits(hits, files).map(({ file, line }) => `${file}:${line}`);
}

describe('what the change brought', () => {
  it('is a hit on an added line that the base did not have', async () => {
    expect(await newLines({ 'a.ts': 'x\n' }, { 'a.ts': 'x\nBAD\n' })).toEqual(['a.ts:2']);
  });

  it('is not an old line that was indented or moved within its file', async () => {
    expect(await newLines({ 'a.ts': 'BAD\nx\ny\nz\n' }, { 'a.ts': 'x\ny\nz\n  BAD\n' })).toEqual([]);
  });

  it('is not a line moved from another file of the change', async () => {
    expect(await newLines({ 'a.ts': 'BAD\nx\n', 'b.ts': 'y\n' }, { 'a.ts': 'x\n', 'b.ts': 'y\nBAD\n' })).toEqual([]);
  });

  it('is the second copy of a line the base had once', async () => {
    expect(await newLines({ 'a.ts': 'BAD\n' }, { 'a.ts': 'BAD\nq\nBAD\n' })).toHaveLength(1);
  });

  it('is nothing in a file that was only renamed', async () => {
    expect(await newLines({ 'a.ts': 'BAD\nx\ny\n' }, { 'c.ts': 'BAD\nx\ny\n' })).toEqual([]);
  });

  describe('of a line without a word of its own', () => {
    const guarded = (code: string): string =>
      `export async function f(a: string): Promise<void> {\n  try {\n    ${code}\n  } catch {}\n}\n`;
    const plain = (code: string): string => `function f() {\n  ${code}\n}\n`;

    it('is the handler brought to other code, in another file or its own', async () => {
      const [log, auth] = ['await send(line);', 'await verify(user);'];
      expect(
        await newLines(
          { 'log.ts': guarded(log), 'auth.ts': plain(auth) },
          { 'log.ts': plain(log), 'auth.ts': guarded(auth) },
        ),
      ).toEqual(['auth.ts:4']);
      const filler = Array.from({ length: 9 }, (_, at) => `const a${at} = ${at};\n`).join('');
      expect(
        await newLines(
          { 'a.ts': guarded(log) + filler + plain(auth) },
          { 'a.ts': plain(log) + filler + guarded(auth) },
        ),
      ).toEqual(['a.ts:16']);
    });

    it('is not a handler that moved with its code, though a word of it changed', async () => {
      expect(
        await newLines(
          { 'log.ts': guarded('await send(line);'), 'b.ts': 'x\n' },
          { 'log.ts': 'y\n', 'b.ts': `x\n${guarded('await send(lines);')}` },
        ),
      ).toEqual([]);
    });

    it('is not a handler that stayed where its code became another', async () => {
      expect(await newLines({ 'a.ts': guarded('one();') }, { 'a.ts': guarded('two();') })).toEqual([]);
    });

    it('is not a handler that was indented', async () => {
      const text = guarded('await send(line);');
      const deeper = text.replace(/^(?=.)/gm, '  ');
      expect(await newLines({ 'a.ts': text }, { 'a.ts': `class A {\n${deeper}}\n` })).toEqual([]);
    });
  });

  const lines = fc.array(fc.constantFrom('BAD 1', 'BAD 2', 'fine', 'other', ''), { maxLength: 12 });
  const text = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('');
  const bad = (list: readonly string[]): number => list.filter((line) => line.includes('BAD')).length;

  it('never counts more than the growth of each text, and nothing when nothing was added', async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, async (before, after) => {
        const found = await newLines({ 'a.ts': text(before) }, { 'a.ts': text(after) });
        const growth = ['BAD 1', 'BAD 2'].map((word) => {
          const count = (list: readonly string[]): number => list.filter((line) => line === word).length;
          return Math.max(0, count(after) - count(before));
        });
        expect(found).toHaveLength(growth.reduce((sum, more) => sum + more, 0));
      }),
    );
  });

  it('finds everything in a new file', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (after) => {
        expect(await newLines({}, { 'a.ts': text(after) })).toHaveLength(bad(after));
      }),
    );
  });
});
