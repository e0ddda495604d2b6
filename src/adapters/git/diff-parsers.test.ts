import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ShapeSink } from './blob-shape.js';
import { parseHunks } from './hunk-text.js';
import { PatchScanner } from './patch-scanner.js';
import { pathText } from './path-text.js';
import { InventoryMismatch, RawEntryReader } from './raw-entries.js';

const a = 'a'.repeat(40);
const b = 'b'.repeat(40);

const stream = Buffer.from(
  [
    `:100644 100644 ${a} ${b} M\0one\ntwo.ts\0:100644 100644 ${a} ${a} R100\0old\0new\0`,
    '1\t2\tone\ntwo.ts\0',
    '0\t0\t\0old\0new\0',
    '\0',
    'diff --git "a/one\\ntwo.ts" "b/one\\ntwo.ts"\n',
    `index ${a}..${b} 100644\n--- "a/one\\ntwo.ts"\n+++ "b/one\\ntwo.ts"\n`,
    '@@ -1,3 +1,2 @@ function\n--- a/forged\n-diff --git a/x b/x\n+@@ -9 +9 @@\u2028+++ b/y\r\f\n context\n\\ No newline at end of file\n',
    'diff --git a/old b/new\nsimilarity index 100%\nrename from old\nrename to new\n',
  ].join(''),
);

function readInPieces(
  bytes: Buffer,
  sizes: readonly number[],
): { entries: RawEntryReader; patch: PatchScanner; text: Buffer } {
  const entries = new RawEntryReader();
  const patch = new PatchScanner();
  const text: Buffer[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    const rest = entries.take(bytes.subarray(at, at + size));
    at += size;
    if (rest.length === 0) continue;
    text.push(Buffer.from(rest));
    patch.take(rest);
  }
  entries.finish();
  patch.finish();
  return { entries, patch, text: Buffer.concat(text) };
}

describe('reading the output of one git diff', () => {
  it('gives the same entries, sections and patch however the bytes arrive', () => {
    const whole = readInPieces(stream, [stream.length]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const pieces = readInPieces(stream, sizes);
        expect(pieces.entries.entries).toEqual(whole.entries.entries);
        expect(pieces.patch.sections).toEqual(whole.patch.sections);
        expect(pieces.text.equals(whole.text)).toBe(true);
      }),
    );
  });

  it('lets no content pose as a header', () => {
    const { patch, text } = readInPieces(stream, [7]);
    expect(patch.sections).toHaveLength(2);
    expect(patch.sections[0]).toMatchObject({ added: [[1, 1]], deleted: [[1, 2]], oldBlob: a, newBlob: b });
    const [hunk] = parseHunks(text.subarray(patch.sections[0]?.start, patch.sections[0]?.end));
    expect(hunk?.lines).toEqual([
      { kind: 'deleted', oldLine: 1, text: '-- a/forged' },
      { kind: 'deleted', oldLine: 2, text: 'diff --git a/x b/x' },
      { kind: 'added', newLine: 1, text: '@@ -9 +9 @@\u2028+++ b/y\r\f' },
      { kind: 'context', oldLine: 3, newLine: 2, text: 'context' },
    ]);
  });

  it('refuses a stream that ends early', () => {
    const cut = stream.indexOf('-diff --git a/x');
    expect(() => readInPieces(stream.subarray(0, cut), [64])).toThrow(InventoryMismatch);
    expect(() => readInPieces(stream.subarray(0, 60), [64])).toThrow(InventoryMismatch);
    expect(() => readInPieces(stream.subarray(0, stream.indexOf('0\t0')), [64])).toThrow(InventoryMismatch);
  });
});

describe('a hunk header without counts', () => {
  it('means one line', () => {
    expect(parseHunks(Buffer.from('@@ -3 +4 @@\n-x\n+y\n'))).toEqual([
      {
        oldStart: 3,
        oldLines: 1,
        newStart: 4,
        newLines: 1,
        lines: [
          { kind: 'deleted', oldLine: 3, text: 'x' },
          { kind: 'added', newLine: 4, text: 'y' },
        ],
      },
    ]);
  });

  it('keeps bytes that are not UTF-8 as latin1', () => {
    expect(parseHunks(Buffer.from('@@ -0,0 +1 @@\n+caf\xe9\n', 'latin1'))[0]?.lines[0]?.text).toBe('caf\u00e9');
  });
});

describe('paths as text', () => {
  it('escapes only the bytes that are not UTF-8', () => {
    expect(pathText(Buffer.from('\u65e5/\ufeffx'))).toEqual({ text: '\u65e5/\ufeffx' });
    const raw = Buffer.concat([Buffer.from('\u65e5na'), Buffer.of(0xef), Buffer.from('ve'), Buffer.of(0xf0, 0x9f)]);
    expect(pathText(raw)).toEqual({ text: '\u65e5na\\xefve\\xf0\\x9f', bytes: raw.toString('base64') });
  });

  it('never loses a byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (raw) => {
        const { text, bytes } = pathText(raw);
        expect(Buffer.from(bytes ?? Buffer.from(text).toString('base64'), 'base64').equals(Buffer.from(raw))).toBe(
          true,
        );
      }),
    );
  });
});

describe('line ends of a blob', () => {
  it('do not depend on how the bytes arrive', () => {
    const reference = (text: string): string => {
      const crlf = text.split('\r\n').length - 1;
      const lf = text.split('\n').length - 1 - crlf;
      return crlf > 0 && lf > 0 ? 'mixed' : crlf > 0 ? 'crlf' : lf > 0 ? 'lf' : 'none';
    };
    const parts = fc.array(fc.constantFrom('a', '\r', '\n', '\r\n', ''), { maxLength: 12 });
    fc.assert(
      fc.property(parts, (pieces) => {
        const sink = new ShapeSink();
        for (const piece of pieces) sink.chunk(Buffer.from(piece));
        const text = pieces.join('');
        expect(sink.shape()).toEqual({ eol: reference(text), newlineAtEof: text === '' || text.endsWith('\n') });
      }),
    );
  });
});
