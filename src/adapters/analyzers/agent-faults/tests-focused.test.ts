import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (path: string, head: string, base = '') =>
  (await faultsFound(agentFaultAnalyzers, { base: { [path]: base }, head: { [path]: head } })).filter((hit) =>
    hit.startsWith('tests/focused'),
  );

describe('tests/focused', () => {
  it.each([
    ["it.only('adds', () => { expect(1 + 1).toBe(2); });\n"],
    ["describe.only('sums', () => {});\n"],
    ["fit('adds', () => { expect(1 + 1).toBe(2); });\n"],
    ["test.only.each([1, 2])('adds %d', (n) => { expect(n).toBe(n); });\n"],
  ])('%j', async (head) => {
    expect(await found('src/a.test.ts', head)).toEqual(['tests/focused important src/a.test.ts:1']);
  });

  it.each([
    ['src/chart.ts', 'fit(model, data);\n'],
    ['src/a.test.ts', "it('adds', () => { expect(1 + 1).toBe(2); });\n"],
    ['src/a.ts', 'query.only("name");\n'],
  ])('silent: %s %j', async (path, head) => {
    expect(await found(path, head)).toEqual([]);
  });
});
