import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventText } from './event-text.js';

const key = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('b', 'a', 'B', '10', '9', '01', '__proto__', 'constructor', 'toJSON', '🦉', '\ud83e'),
);
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.constantFrom(-0, null, true, false, '\ud800', '\0"\\\n'),
    fc.array(tie('value')),
    fc.dictionary(
      key,
      fc.oneof({ weight: 9, arbitrary: tie('value') }, { weight: 1, arbitrary: fc.constant(undefined) }),
    ),
  ),
}));

describe('the text of an event', () => {
  it('is what JSON makes of its data, and the value is what it reads back as', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const { text, value } = eventText(given);
        expect(text).toBe(JSON.stringify(given));
        expect(isDeepStrictEqual(value, JSON.parse(text))).toBe(true);
        expect(eventText(value).value).toBe(value);
      }),
      { numRuns: 1000 },
    );
  });

  it('takes nothing from a list but what differs when read back', () => {
    const [kept, changed] = [{ a: 1 }, { b: undefined, c: -0 }];
    const { value } = eventText([kept, changed, kept]);
    expect(value).toStrictEqual([{ a: 1 }, { c: 0 }, { a: 1 }]);
    expect((value as unknown[])[0]).toBe(kept);
  });

  it.each([[Number.NaN], [Infinity], [undefined], [[undefined]], [() => 1], [new Date(0)], [{ a: new Map() }], [1n]])(
    'refuses %s, at any depth',
    (unfit: unknown) => {
      expect(() => eventText(unfit)).toThrow(TypeError);
      expect(() => eventText({ 1: [unfit] })).toThrow(TypeError);
    },
  );
});
