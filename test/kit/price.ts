/** A program of one function in JavaScript, and tests of it, from which changes are made for rules to look at. */
const source = (body: string): string => `export function price(order) {\n  ${body}\n}\n`;
export const before = source('return order.total;');
export const after = source('return order.total * 2;');

/** A file of these tests. */
export const spec = (...cases: string[]): string => `import { price } from './price';\n\n${cases.join('\n\n')}\n`;
export const adds = "it('adds', () => {\n  expect(price({ total: 1 })).toBe(1);\n});";
export const rejects =
  "it('rejects negative totals', () => {\n  expect(() => price({ total: -1 })).toThrow(RangeError);\n});";
