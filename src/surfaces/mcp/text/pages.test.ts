import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addedHunk, aPacket } from '../../../../test/kit/packet.js';
import { aFile } from '../../../../test/kit/review-document.js';
import { hunkLines } from './diff.js';
import { inventoryOf, pagesOf } from './pages.js';

describe('pagesOf', () => {
  it('keeps a small change on one page, with the numbers of the lines', () => {
    expect(pagesOf(aPacket(), 4_000)).toEqual([
      [{ path: 'src/a.ts', status: 'M', diff: '@@ -10,0 +10,2 @@\n10 +const one = 1;\n11 +const two = 2;' }],
    ]);
  });

  it('says why there is nothing to read of a file', () => {
    const files = [
      aFile('logo.png', { binary: true, added: null, deleted: null }),
      aFile('run.sh', { newMode: '100755', added: 0, deleted: 0 }),
      aFile('lost.ts', { added: 3 }),
    ];
    const [page] = pagesOf({ files, hunks: {} }, 4_000);
    expect(page?.map(({ note }) => note)).toEqual([
      'binary: not shown here; read it in the repository or name it in not_read',
      'mode 100644 -> 100755',
      'text not shown here',
    ]);
  });

  it('loses no line and no file, keeps their order, and cuts only where a page is full', () => {
    const line = fc.string({ maxLength: 60 }).map((text) => text.replaceAll('\n', ''));
    const hunks = fc.array(fc.array(line, { minLength: 1, maxLength: 12 }), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(hunks, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 50, max: 2_000 }),
        (all, length) => {
          const files = all.map((_, index) => aFile(`f${index}`, { added: 0, deleted: 0 }));
          const packet = {
            files,
            hunks: Object.fromEntries(all.map((given, index) => [`f${index}`, given.map((lines) => addedHunk(lines))])),
          };
          const pages = pagesOf(packet, length);
          const shown = pages.flat();
          expect([...new Set(shown.map(({ path }) => path))]).toEqual(files.map(({ path }) => path));
          for (const { path } of files) {
            const diff = shown.filter((file) => file.path === path).flatMap((file) => file.diff?.split('\n') ?? []);
            expect(diff).toEqual((packet.hunks[path] ?? []).flatMap((hunk) => hunkLines(hunk)));
          }
          for (const page of pages.filter(({ length: files }) => files > 1)) {
            const size = page.reduce((sum, { path, diff = '' }) => sum + path.length + diff.length, 0);
            expect(size).toBeLessThanOrEqual(length);
          }
          expect(inventoryOf(files, pages)).toHaveLength(files.length);
        },
      ),
    );
  });

  it('names in the inventory the page on which a file begins', () => {
    const files = [aFile('a'), aFile('b')];
    const packet = { files, hunks: { a: [addedHunk(['x'.repeat(300)])], b: [addedHunk(['y'.repeat(300)])] } };
    expect(inventoryOf(files, pagesOf(packet, 400))).toEqual(['M a (page 1)', 'M b (page 2)']);
  });
});
