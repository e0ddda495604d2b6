import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import type { FileMap } from '../../../../test/kit/frozen-change.js';
import { adds, after, before, rejects, spec } from '../../../../test/kit/price.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (base: FileMap, head: FileMap, rule: string) =>
  (await faultsFound(agentFaultAnalyzers, { base, head })).filter((hit) => hit.startsWith(`${rule} `));

describe('tests/no-assertion', () => {
  const rule = 'tests/no-assertion';
  const python = 'def test_a():\n    assert f(1) == 1\n';
  const go = 'package a\n\nfunc TestA(t *testing.T) {\n\trequire.Equal(t, 1, f(1))\n}\n';

  it.each<[string, FileMap, FileMap, string]>([
    [
      'a new test in JavaScript',
      { 'price.js': before, 'a.test.js': spec(adds) },
      { 'price.js': after, 'a.test.js': spec(adds, "it('rounds', () => {\n  const p = price({ total: 1.005 });\n});") },
      'important a.test.js:7',
    ],
    [
      'in Python',
      { 'app.py': 'a = 1\n', 'test_a.py': python },
      { 'app.py': 'a = 2\n', 'test_a.py': `${python}\n\ndef test_b():\n    f(2)\n` },
      'important test_a.py:5',
    ],
    [
      'in Go',
      { 'a.go': 'package a\n\nvar x = 1\n', 'a_test.go': go },
      { 'a.go': 'package a\n\nvar x = 2\n', 'a_test.go': `${go}\nfunc TestB(t *testing.T) {\n\tf(2)\n}\n` },
      'important a_test.go:7',
    ],
    [
      'in place of a better one of another name',
      { 'price.js': before, 'a.test.js': spec(adds, rejects) },
      { 'price.js': after, 'a.test.js': spec(adds, "it('handles totals', () => {\n  price({ total: -1 });\n});") },
      'important a.test.js:7',
    ],
    [
      'that calls what a comment alone has from a module of assertions',
      { 'price.js': before, 'a.test.js': spec(adds) },
      {
        'price.js': after,
        'a.test.js': spec(
          adds,
          "// import { price } from 'node:assert'\nit('adds up', () => {\n  price({ total: 1 });\n});",
        ),
      },
      'important a.test.js:8',
    ],
    [
      'with no program',
      { 'a.test.js': spec(adds) },
      { 'a.test.js': spec(adds, "it('rounds', () => {\n  price({ total: 1.005 });\n});") },
      'minor a.test.js:7',
    ],
  ])('finds %s', async (_, base, head, hit) => {
    expect(await found(base, head, rule)).toEqual([`${rule} ${hit}`]);
  });

  it.each<[string, string, string, string]>([
    ['says that nothing fails', 'a.test.js', spec(adds), "it('does not throw', () => {\n  price(null);\n});"],
    [
      'calls a helper that asserts',
      'a.test.js',
      spec(adds),
      "const sees = (p) => expect(p).toBe(1);\nit('sums', () => {\n  sees(price({ total: 1 }));\n});",
    ],
    ['is of types', 'a.test.ts', spec(adds), "it('sums', () => {\n  // @ts-expect-error no number\n  price('a');\n});"],
    [
      'is renamed',
      'a.test.js',
      spec("it('sums', () => {\n  price({});\n});"),
      "it('adds up', () => {\n  price({});\n});",
    ],
    ['hands material to a shared one', 'a.test.js', spec(adds), "test('sums', testSum, () => price({}));"],
    ['is skipped', 'a.test.js', spec(adds), "it.skip('sums', () => {\n  price({});\n});"],
    [
      'throws itself',
      'a.test.js',
      spec(adds),
      "it('sums', () => {\n  if (price({}) !== 1) throw new Error('no');\n});",
    ],
    ['waits for an event', 'a.test.js', spec(adds), "it('sums', (done) => {\n  price({}).on('end', done);\n});"],
    ...[
      "import { equal } from 'node:assert/strict';",
      "import { deepEqual, strictEqual as equal } from 'assert';",
      "const { equal } = require('node:assert');",
      "const { strictEqual: equal } = require('assert').strict;",
    ].map((line): [string, string, string, string] => [
      `asserts by ${line}`,
      'a.test.js',
      `${line}\n${spec(adds)}`,
      "it('sums', () => {\n  equal(price({ total: 1 }), 1);\n});",
    ]),
    ['ignores errors', 'test_a.py', python, '\n\ndef test_ignores_bad_bytes():\n    f(b"")\n'],
  ])('is silent on a test that %s', async (_, path, base, more) => {
    expect(await found({ [path]: base }, { [path]: `${base}\n${more}` }, rule)).toEqual([]);
  });
});
