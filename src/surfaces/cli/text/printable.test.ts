import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLines } from './printable.js';

describe('printable', () => {
  it.each([
    ['a colour code', '\u001b[31mred', '\\x1b[31mred'],
    ['a cursor code of the C1 set', 'a\u009b2Jb', 'a\\x9b2Jb'],
    ['a window title', '\u001b]0;owned\u0007', '\\x1b]0;owned\\x07'],
    ['a line feed in a path', 'src/a\nb.ts', 'src/a\\nb.ts'],
    ['a carriage return that overwrites', 'bad\rgood', 'bad\\rgood'],
    ['a right-to-left override', 'a\u202etxt.exe', 'a\\u202etxt.exe'],
    ['an isolate', '\u2066x\u2069', '\\u2066x\\u2069'],
    ['a zero-width space', 'ad\u200bmin', 'ad\\u200bmin'],
    ['a byte order mark', '\ufeffx', '\\ufeffx'],
    ['an unassigned character that shows nothing', 'a\u2065b', 'a\\u2065b'],
    ['a selector of another block', 'x\u{e0100}', 'x\\u{e0100}'],
    ['a tag character', 'x\u{e0041}', 'x\\u{e0041}'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
    ['a joiner inside a name', 'ad\u200dmin', 'ad\\u200dmin'],
    ['a backspace', 'abc\b\b', 'abc\\x08\\x08'],
  ])('shows %s', (_, hostile, shown) => {
    expect(printable(hostile)).toBe(shown);
  });

  it.each(['src/決済/領収書.ts', 'naïve café', 'Ελληνικά', 'עברית', '👩‍💻 👍🏽 🏳️‍🌈', 'a \\ b', ''])(
    'leaves %j as it is',
    (text) => {
      expect(printable(text)).toBe(text);
    },
  );

  it('never yields a control, format or separator character, and never changes its own output', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = printable(text);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u);
        expect(printable(shown)).toBe(shown);
      }),
    );
  });

  it('splits lines and widens tabs', () => {
    expect(printableLines('a\tb\r\nc\u0000')).toEqual(['a  b', 'c\\x00']);
  });
});

describe('printable JSON', () => {
  it('is the same value and nothing a terminal obeys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
        const json = printableJson(value, 2);
        expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028-\u202e]/u);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
