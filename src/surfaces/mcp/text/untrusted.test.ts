import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenced, fencedJson, visible } from './untrusted.js';

describe('fenced', () => {
  it('cannot be left by what it holds', () => {
    const parts = fc.constantFrom('</untrusted-data', '<untrusted-data', '>', '\n', ' ', '0123456789abcdef');
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string()), { maxLength: 20 }), (words) => {
        const text = fenced(words.join(''));
        const [, mark = ''] = /^<untrusted-data ([0-9a-f]{16})>\n/u.exec(text) ?? [];
        expect(text.endsWith(`\n</untrusted-data ${mark}>`)).toBe(true);
        expect(text.split(mark)).toHaveLength(3);
      }),
    );
  });

  it('shows what would not show', () => {
    expect(fenced('a\u001b[31m\u202eb\tc\n')).toContain('a\\x1b[31m\\u202eb\tc\n');
    expect(fencedJson({ a: '\u001b]0;x\u0007 \u{e0041}' })).toContain('{"a":"\\u001b]0;x\\u0007 \\udb40\\udc41"}');
  });
});

describe('visible', () => {
  it('reaches every text and every key', () => {
    const value = { 'a\u0000': ['\u200b', { b: '\u001b' }], n: 1, t: true, z: null };
    expect(visible(value)).toEqual({ 'a\\x00': ['\\u200b', { b: '\\x1b' }], n: 1, t: true, z: null });
  });

  it('makes no prototype of a path', () => {
    const value = visible(JSON.parse('{"__proto__": {"polluted": "x"}}') as object);
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
