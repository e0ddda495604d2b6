import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frozenChange, packetFor, type FileMap } from '../../../test/kit/frozen-change.js';
import type { Hit } from './analyzer.js';
import { readChange } from './frame/read-change.js';
import { newHits } from './new-hits.js';

/** Reports every line that holds BAD, on both sides, as an analyzer with `compares: 'sides'` does. */
async function newLines(base: FileMap, head: FileMap): Promise<string[]> {
  const { files } = await readChange(packetFor(frozenChange({ base, head })));
  const hits = files.flatMap((file) =>
    (['head', 'base'] as const).flatMap((side) =>
      (file[side]?.lines ?? []).flatMap((text, index): Hit[] =>
        text.includes('BAD')
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
