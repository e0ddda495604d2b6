import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sealed } from '../../../test/kit/spool.js';
import { inOrder, lineOf, readLines } from './line.js';

const ids = (entries: readonly { readonly entry: { readonly id: string } }[]) => entries.map(({ entry }) => entry.id);

describe('lines of the spool', () => {
  it('give back what was kept, in order', () => {
    const kept = [sealed({ ask: { note: 'a\nb "c" \u2028' } }), sealed({ tokenHash: 'f'.repeat(64) }, () => 'sig')];
    expect(readLines(kept.map(lineOf).join(''))).toEqual({ entries: kept, unreadable: 0 });
  });

  it('a line cut at any byte is skipped and counted, and spoils nothing after it', () => {
    const [before, torn, after] = [sealed(), sealed(), sealed()];
    const line = lineOf(torn);
    for (let length = 2; length < line.length - 1; length += 7) {
      const text = `${lineOf(before)}${line.slice(0, length)}${lineOf(after)}`;
      expect(readLines(text), `${length}`).toEqual({ entries: [before, after], unreadable: 1 });
    }
  });

  it('whatever else stands in the file is no entry', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { entries } = readLines(text);
        expect(entries).toEqual([]);
      }),
    );
    const entry = sealed().entry;
    const strange: readonly object[] = [
      { ...entry, id: '../../x' },
      { ...entry, at: 'now' },
      { ...entry, verb: 'agent_add' },
      { ...entry, ask: [] },
      { ...entry, content: { baseTree: 1, headTree: 2 } },
      { ...entry, directory: null },
    ];
    const lines = strange.map((each) => lineOf({ text: JSON.stringify(each), signature: null }));
    expect(readLines(lines.join(''))).toEqual({ entries: [], unreadable: strange.length });
  });

  it('the same entry twice is one, the first', () => {
    const once = sealed();
    const forged = sealed({ id: once.entry.id, claimed: 'Eve' });
    expect(readLines([once, once, forged].map(lineOf).join('')).entries).toEqual([once]);
  });

  it('several files are one order by time that never goes against the order of a file', () => {
    const [a, b, c, d] = [sealed({ at: 10 }), sealed({ at: 5 }), sealed({ at: 7 }), sealed({ at: 12 })];
    expect(
      ids(
        inOrder([
          [a, b],
          [c, d],
        ]),
      ),
    ).toEqual(ids([c, a, b, d]));
    expect(ids(inOrder([[a], [a, d]]))).toEqual(ids([a, d]));
    expect(inOrder([])).toEqual([]);
  });
});
