import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import { adds, spec } from '../../../../test/kit/price.js';
import { agentFaultAnalyzers } from './index.js';

const weakened = async (path: string, base: string, head: string) =>
  (await faultsFound(agentFaultAnalyzers, { base: { [path]: base }, head: { [path]: head } })).filter((hit) =>
    hit.startsWith('tests/weakened '),
  );

const look = 'expect(price({ total: 1 })).toBe(1);';
const script = (...lines: readonly string[]) =>
  spec(adds.replace(`  ${look}`, lines.map((line) => `  ${line}`).join('\n')));
const python = (...lines: readonly string[]) => `def test_a():\n${lines.map((line) => `    ${line}\n`).join('')}`;
const go = (...lines: readonly string[]) =>
  `package a\n\nfunc TestA(t *testing.T) {\n${lines.map((line) => `\t${line}\n`).join('')}}\n`;

describe('an assertion that no longer decides', () => {
  it.each([
    ['another value is excluded', ['expect(price({ total: 1 })).not.toBe(99);'], 4],
    [
      'two other values are excluded',
      ['expect(price({ total: 1 })).not.toBe(98);', 'expect(price({ total: 1 })).not.toBe(99);'],
      4,
    ],
    ['it is compared with itself', ['expect(price({ total: 1 })).toBe(price({total: 1}));'], 4],
    ['its failure is logged', ['try {', `  ${look}`, '} catch (error) {', '  console.log(error);', '}'], 5],
    ['its failure is dropped', [`try { ${look} } catch {}`], 4],
    ['it stands in a function that nobody calls', ['const check = () => {', `  ${look}`, '};'], 5],
    ['it stands in a function that is only named', ['function check() {', `  ${look}`, '}', 'void check;'], 5],
    ['it stands where nothing comes', ['if (false) {', `  ${look}`, '}'], 5],
    ['its value changed on the way', ['try {', `  ${look.replace('toBe(1)', 'toBe(2)')}`, '} catch {}'], 5],
  ])('finds in a script that %s', async (_, lines, line) => {
    const hits = await weakened('a.test.js', spec(adds), script(...lines));
    expect(hits[0]).toBe(`tests/weakened important a.test.js:${line}`);
  });

  it('finds a rejection that is dropped', async () => {
    const promised = (end: string) => script(`await expect(load()).resolves.toBe(1)${end};`);
    expect(await weakened('a.test.js', promised(''), promised('.catch(() => {})'))).toHaveLength(1);
  });

  it.each([
    [['assert f(1) != 9']],
    [['assert f(1) == f(1)']],
    [['try:', '    assert f(1) == 3', 'except AssertionError:', '    pass']],
    [['try:', '    assert f(1) == 3', 'except Exception as error:', '    print(error)']],
    [['with suppress(AssertionError):', '    assert f(1) == 3']],
    [['def check():', '    assert f(1) == 3']],
    [['if False:', '    assert f(1) == 3']],
  ])('finds in Python: %j', async (lines) => {
    expect(await weakened('test_a.py', python('assert f(1) == 3'), python(...lines))).toEqual([
      expect.stringMatching(/^tests\/weakened important test_a.py:/),
    ]);
  });

  it.each([
    [['assert.NotEqual(t, 9, f(1))']],
    [['assert.Equal(t, f(1), f(1))']],
    [['_ = func() {', '\tassert.Equal(t, 3, f(1))', '}']],
    [['check := func() {', '\tassert.Equal(t, 3, f(1))', '}', '_ = check']],
    [['if false {', '\tassert.Equal(t, 3, f(1))', '}']],
  ])('finds in Go: %j', async (lines) => {
    expect(await weakened('a_test.go', go('assert.Equal(t, 3, f(1))'), go(...lines))).toEqual([
      expect.stringMatching(/^tests\/weakened important a_test.go:/),
    ]);
  });

  it.each([
    ['another value', [look.replace('toBe(1)', 'toBe(4)')]],
    ['the same value excluded now', ['expect(price({ total: 1 })).not.toBe(1);']],
    ['a handler that fails', ['try {', `  ${look}`, '} catch (error) {', '  report(error);', '  throw error;', '}']],
    ['a handler that asserts', ['try {', `  ${look}`, '} catch (error) {', '  expect(error).toBe(1);', '}']],
    ['clean-up', ['try {', `  ${look}`, '} finally {', '  close();', '}']],
    ['a function that is called', ['const check = () => {', `  ${look}`, '};', 'check();']],
    ['a function that is handed over', [`await waitFor(() => { ${look} });`]],
    ['a look beside it', ['expect(price({ total: 1 })).not.toBe(99);', look.replace('toBe(1)', 'toBe(2)')]],
  ])('is silent on %s', async (_, lines) => {
    expect(await weakened('a.test.js', spec(adds), script(...lines))).toEqual([]);
  });

  it.each([
    [['try:', '    assert f(1) == 3', 'except ValueError:', '    pass']],
    [['try:', '    assert f(1) == 3', 'except Exception:', '    dump()', '    raise']],
    [['def check():', '    assert f(1) == 3', 'check()']],
    [['@app.get("/")', 'def view():', '    assert f(1) == 3', 'client.get("/")']],
  ])('is silent in Python: %j', async (lines) => {
    expect(await weakened('test_a.py', python('assert f(1) == 3'), python(...lines))).toEqual([]);
  });

  it('is silent on what was idle before', async () => {
    const lines = ['try {', `  ${look}`, '} catch {}'];
    expect(await weakened('a.test.js', script(...lines), script('prepare();', ...lines))).toEqual([]);
  });
});
