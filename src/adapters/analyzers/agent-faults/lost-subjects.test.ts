import { describe, expect, it } from 'vitest';
import { faultsFound, hitsFound } from '../../../../test/kit/faults-found.js';
import { frozenChange, type FileMap } from '../../../../test/kit/frozen-change.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (base: FileMap, head: FileMap, messages: readonly string[] = ['test: tidy up']) =>
  (await faultsFound(agentFaultAnalyzers, { base, head, messages })).filter((hit) => hit.startsWith('tests/deleted '));

const sum = 'export function sum(a, b) {\n  return a + b;\n}\n';
const times = 'export function times(a, b) {\n  return a * b;\n}\n';
const imports = (from: string) => `import { sum, times } from '${from}';\n\n`;
const sums = "it('sum adds', () => {\n  expect(sum(1, 2)).toBe(3);\n});\n\n";
const multiplies = "it('times multiplies', () => {\n  expect(times(2, 3)).toBe(6);\n});\n";
const both = `${imports('./sum.js')}${sums}${multiplies}`;
/** As a linter would leave it: the import went with its last use. */
const sumAlone = `import { sum } from './sum.js';\n\n${sums}`;

describe('the only test of what stays', () => {
  it('is important though nothing but tests changed', async () => {
    const base = { 'src/sum.js': sum + times, 'src/sum.test.js': both };
    expect(await found(base, { ...base, 'src/sum.test.js': sumAlone })).toEqual([
      'tests/deleted important src/sum.test.js:7',
    ]);
    const frozen = frozenChange({ base, head: { ...base, 'src/sum.test.js': sumAlone } });
    const [hit] = await hitsFound(agentFaultAnalyzers, frozen);
    expect(hit?.message).toContain('no test names `times` any more');
  });

  it('is found where the import is left behind', async () => {
    const base = { 'src/sum.js': sum + times, 'src/sum.test.js': both };
    expect(await found(base, { ...base, 'src/sum.test.js': `${imports('./sum.js')}${sums}` })).toEqual([
      'tests/deleted important src/sum.test.js:7',
    ]);
  });

  it('is found through a module that hands on, and in a class', async () => {
    const index = "export * from './sum.js';\nexport { Cart } from './cart.js';\n";
    const cart = 'export class Cart {\n  total() {\n    return 0;\n  }\n}\n';
    const fills = "it('a cart is empty', () => {\n  expect(new Cart().total()).toBe(0);\n});\n";
    const first = "import { sum, Cart } from '../src/index.js';\n\n";
    const base = {
      'src/index.js': index,
      'src/sum.js': sum,
      'src/cart.js': cart,
      'test/all.test.js': `${first}${sums}${fills}`,
    };
    expect(await found(base, { ...base, 'test/all.test.js': `${first}${sums}` })).toEqual([
      'tests/deleted important test/all.test.js:7',
    ]);
  });

  it('is found where more source goes than comes', async () => {
    const long = `${sum}${times}// one\n// two\n// three\n`;
    const base = { 'src/sum.js': long, 'src/sum.test.js': both };
    expect(await found(base, { 'src/sum.js': sum + times, 'src/sum.test.js': sumAlone })).toEqual([
      'tests/deleted important src/sum.test.js:7',
    ]);
  });

  it('is found in Python and Go', async () => {
    const python = 'from app import add, price\n\n\ndef test_add():\n    assert add(1) == 2\n';
    const app = 'def add(x):\n    return x + 1\n\n\ndef price(x):\n    return x\n';
    const base = { 'app.py': app, 'test_app.py': `${python}\n\ndef test_price():\n    assert price(1) == 1\n` };
    expect(await found(base, { ...base, 'test_app.py': python })).toEqual(['tests/deleted important test_app.py:8']);

    const go = 'package a\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1) != 2 {\n\t\tt.Fatal("no")\n\t}\n}\n';
    const source = 'package a\n\nfunc Add(x int) int { return x + 1 }\n\nfunc Price(x int) int { return x }\n';
    const more = '\nfunc TestPrice(t *testing.T) {\n\tif Price(1) != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n';
    const goBase = { 'a/a.go': source, 'a/a_test.go': go + more };
    expect(await found(goBase, { ...goBase, 'a/a_test.go': go })).toEqual(['tests/deleted important a/a_test.go:9']);
  });

  it.each<[string, FileMap, string]>([
    [
      'another test names it',
      { 'test/other.test.js': "import { times } from '../src/sum.js';\ntimes(1, 2);\n" },
      'test: tidy up',
    ],
    [
      'another case of the file names it',
      { 'src/sum.test.js': `${imports('./sum.js')}${sums}// times is next\n times(1, 1);` },
      'test: tidy up',
    ],
    [
      'it is reached under the name of a package',
      { 'src/sum.test.js': sumAlone.replace('./sum.js', 'sums') },
      'test: tidy up',
    ],
    ['its module went', { 'src/sum.js': sum }, 'test: tidy up'],
    ['the change says that it removes', {}, 'refactor: drop the old arithmetic'],
    ['the change is a revert', {}, 'Revert "test: cover times"'],
  ])('is at most minor where %s', async (where, changed, message) => {
    const from = where.includes('package') ? 'sums' : './sum.js';
    const base = {
      'src/sum.js': sum + times,
      'src/sum.test.js': both.replace('./sum.js', from),
      'test/other.test.js': '',
    };
    const hits = await found(base, { ...base, 'src/sum.test.js': sumAlone, ...changed }, [message]);
    expect(hits.filter((hit) => !hit.includes(' minor '))).toEqual([]);
  });
});
