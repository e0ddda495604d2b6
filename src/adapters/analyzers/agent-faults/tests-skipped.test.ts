import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import { adds, rejects, spec } from '../../../../test/kit/price.js';
import { agentFaultAnalyzers } from './index.js';

const skipped = async (path: string, base: string, head: string) =>
  (await faultsFound(agentFaultAnalyzers, { base: { [path]: base }, head: { [path]: head } })).filter((hit) =>
    hit.startsWith('tests/skipped '),
  );

describe('tests/skipped in scripts', () => {
  const instead = (call: string) => spec(adds.replace("it('adds', ", call));
  const inBody = (statement: string) => spec(adds.replace('{\n', `{\n  ${statement}\n`));

  it.each([
    ["it['skip']('adds', ", 3],
    ["it.todo('adds', ", 3],
    ["it.fails('adds', ", 3],
    ["test.failing('adds', ", 3],
    ["it.runIf(false)('adds', ", 3],
    ["it.skipIf(true)('adds', ", 3],
    ["test.if(0)('adds', ", 3],
    ["const t = it.skip;\nt('adds', ", 4],
    ["const { skip } = it;\nskip('adds', ", 4],
    ["const { skip: t } = it;\nt('adds', ", 4],
    ["it('adds', { todo: true }, ", 3],
    ["it('adds', { 'skip': !0 }, ", 3],
    ["it('adds', { timeout: 5, fails: true }, ", 3],
    ["it('adds', { concurrency: { max: 1 }, skip: true }, ", 3],
  ])('finds %s', async (call, line) => {
    expect(await skipped('a.test.js', spec(adds), instead(call))).toEqual([
      `tests/skipped important a.test.js:${line}`,
    ]);
  });

  it.each(['t.skip();', 'const p = price;\n  ctx.skip();', 'test.fixme(true);', 'if (true) return;'])(
    'finds a test that leaves by %s',
    async (statement) => {
      expect(await skipped('a.test.js', spec(adds), inBody(statement))).toEqual([
        expect.stringMatching(/^tests\/skipped important /),
      ]);
    },
  );

  it('finds a test of which only a promise is left', async () => {
    expect(await skipped('a.test.js', spec(adds, rejects), spec("it.todo('adds');", rejects))).toEqual([
      'tests/skipped important a.test.js:3',
    ]);
  });

  it('tells a new group from one that ran', async () => {
    const group = `describe('sum', () => {\n${adds}\n});`;
    const off = group.replace('describe(', 'describe.skip(');
    expect(await skipped('a.test.js', spec(group), spec(off))).toEqual(['tests/skipped important a.test.js:3']);
    expect(await skipped('a.test.js', spec(rejects), spec(off, rejects))).toEqual(['tests/skipped minor a.test.js:3']);
    expect(await skipped('a.test.js', spec(group), spec(off.replace('sum', 'total')))).toEqual([
      'tests/skipped important a.test.js:3',
    ]);
  });

  it.each([
    ['a condition', instead("it.runIf(process.platform === 'linux')('adds', ")],
    ['a condition under a name', instead("const t = it.skipIf(isWindows);\nt('adds', ")],
    ['either way', instead("const t = isWindows ? it.skip : it;\nt('adds', ")],
    ['an option that is off', instead("it('adds', { skip: false }, ")],
    ['an option of what is tested', spec(adds.replace('price({ total: 1 })', 'price({ skip: true })'))],
    ['subtests', inBody("t.skip('divides', (t) => t.equal(1, 2));\n")],
    ['another name', instead("const t = it;\nt('adds', ")],
    ['a new test that is known to fail', spec(adds, rejects.replace('it(', 'it.fails('))],
    ['groups to be written', spec(adds, "describe.todo('division');")],
  ])('is silent on %s', async (_, head) => {
    expect(await skipped('a.test.js', spec(adds), head)).toEqual([]);
  });
});

describe('tests/skipped in Python', () => {
  const test = 'def test_a():\n    r = f()\n    assert r == 1\n';
  const method = `class TestA(TestCase):\n${test.replace(/^(?=.)/gm, '    ').replace('test_a()', 'test_a(self)')}`;

  it.each([
    [test, `@pytest.mark.xfail\n${test}`],
    [test, `@mark.skip\n${test}`],
    [test, `@pytest.mark.xfail(True)\n${test}`],
    [test, `@pytest.mark.skipif(1)\n${test}`],
    [test, `@pytest.mark.skipif(not False)\n${test}`],
    [test, `pytestmark = [pytest.mark.slow, pytest.mark.skip]\n\n${test}`],
    [test, `pytestmark = pytest.mark.skipif(True)\n\n${test}`],
    [test, test.replace('    assert', '    pytest.skip()\n    assert')],
    [test, test.replace('    r =', '    pytest.xfail("")\n    r =')],
    [test, test.replace('    r =', '    if True:\n        pytest.skip()\n    r =')],
    [method, method.replace('    def', '    @unittest.expectedFailure\n    def')],
    [method, method.replace('    def', '    @unittest.skip("")\n    def')],
    [method, method.replace('    def', '    @unittest.skipUnless(False, "")\n    def')],
    [method, method.replace('        r =', '        return self.skipTest("")\n        r =')],
    [method, method.replace('    def', '    __test__ = False\n\n    def')],
  ])('%j -> %j', async (base, head) => {
    expect(await skipped('test_a.py', base, head)).toEqual([expect.stringMatching(/^tests\/skipped important /)]);
  });

  it.each([
    [test, `@pytest.mark.xfail(sys.platform == "win32", reason="posix only")\n${test}`],
    [method, method.replace('    def', '    @unittest.skipUnless(HAS_SSL, "ssl")\n    def')],
    [method, method.replace('    def', '    @unittest.skipUnless(True, "on")\n    def')],
    [test, test.replace('    r =', '    if not HAS_SSL:\n        pytest.skip()\n    r =')],
    [test, `${test}\n\n@pytest.mark.xfail(reason="see #12")\ndef test_b():\n    assert g() == 1\n`],
  ])('is silent: %j -> %j', async (base, head) => {
    expect(await skipped('test_a.py', base, head)).toEqual([]);
  });

  it('is minor with a reason', async () => {
    expect(await skipped('test_a.py', test, `@pytest.mark.xfail(reason="flaky, see #12")\n${test}`)).toEqual([
      'tests/skipped minor test_a.py:1',
    ]);
  });
});

describe('tests/skipped in Go', () => {
  const test = (...lines: readonly string[]) =>
    `package a\n\nfunc TestA(t *testing.T) {\n${lines.map((line) => `\t${line}\n`).join('')}}\n`;
  const body = ['a := f()', 'b := g()', 'c := h()', 'check(t, a, b, c)'];

  it.each([
    [['t.SkipNow()', ...body]],
    [[...body.slice(0, 3), 't.Skip()', 'check(t, a, b, c)']],
    [['if true {', '\tt.Skip()', '}', ...body]],
  ])('%j', async (lines) => {
    expect(await skipped('a_test.go', test(...body), test(...lines))).toEqual([
      expect.stringMatching(/^tests\/skipped important /),
    ]);
  });
});
