import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.js';

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

/** The rule by itself, without a copy and without haste. */
function plainly(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(plainly).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${plainly(member)}`).join(',')}}`;
}

describe('canonical JSON', () => {
  it('is one text for a value, whatever the order of its keys, and reads back as it says', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const { text, value } = canonicalJson(given);
        expect(text).toBe(plainly(given));
        expect(value).toEqual(JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('sorts many keys as it sorts a few', () => {
    const keys = Array.from({ length: 60 }, (_, index) => `k${(index * 37) % 60}`);
    const { text } = canonicalJson(Object.fromEntries(keys.map((name) => [name, 1])));
    expect(text).toBe(
      `{${keys
        .toSorted()
        .map((name) => `"${name}":1`)
        .join(',')}}`,
    );
  });

  it('is not changed by what happens to the value later', () => {
    const given = { list: [1], member: { a: 1 } };
    const { value } = canonicalJson(given);
    given.list.push(2);
    given.member.a = 2;
    expect(value).toEqual({ list: [1], member: { a: 1 } });
  });

  it.each([[Number.NaN], [Infinity], [undefined], [[undefined]], [() => 1], [new Date(0)], [{ a: new Map() }], [1n]])(
    'refuses %s, at any depth',
    (unfit: unknown) => {
      expect(() => canonicalJson(unfit)).toThrow(TypeError);
      expect(() => canonicalJson({ 1: [unfit] })).toThrow(TypeError);
    },
  );
});
