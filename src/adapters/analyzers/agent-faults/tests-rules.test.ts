import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import type { FileMap } from '../../../../test/kit/frozen-change.js';
import { adds, after, before, rejects, spec } from '../../../../test/kit/price.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (base: FileMap, head: FileMap, rule: string) =>
  (await faultsFound(agentFaultAnalyzers, { base, head })).filter((hit) => hit.startsWith(`${rule} `));

const rounds = "it('rounds', () => {\n  expect(price({ total: 1.005 })).toBe(1.01);\n});";

describe('tests/deleted', () => {
  const deleted = (base: FileMap, head: FileMap) => found(base, head, 'tests/deleted');

  it('finds a test that goes while its source stays', async () => {
    expect(
      await deleted(
        { 'src/price.js': before, 'src/price.test.js': spec(adds, rejects) },
        { 'src/price.js': after, 'src/price.test.js': spec(adds) },
      ),
    ).toEqual(['tests/deleted important src/price.test.js:7']);
  });

  it('is minor in a revert, and where the message says what else goes', async () => {
    const spec_ = {
      base: { 'src/price.js': before, 'src/price.test.js': spec(adds, rejects) },
      head: { 'src/price.js': after, 'src/price.test.js': spec(adds) },
    };
    const severity = async (message: string) =>
      (await faultsFound(agentFaultAnalyzers, { ...spec_, messages: [message] })).filter((hit) =>
        hit.startsWith('tests/deleted'),
      );
    const at = 'src/price.test.js:7';
    expect(await severity('Revert "feat: reject it"')).toEqual([`tests/deleted minor ${at}`]);
    expect(await severity('refactor: drop the old totals')).toEqual([`tests/deleted minor ${at}`]);
    expect(await severity('Remove flaky tests')).toEqual([`tests/deleted important ${at}`]);
  });

  it('is critical for the whole test file of a changed source', async () => {
    expect(
      await deleted({ 'src/price.js': before, 'src/price.test.js': spec(adds, rejects) }, { 'src/price.js': after }),
    ).toEqual(['tests/deleted critical src/price.test.js:3']);
  });

  it('finds it in Python and Go', async () => {
    const python = 'from app import price\n\n\ndef test_adds():\n    assert price(1) == 1\n';
    expect(
      await deleted(
        {
          'app.py': 'def price(x):\n    return x\n',
          'test_app.py': `${python}\n\ndef test_negative():\n    with pytest.raises(ValueError):\n        price(-1)\n`,
        },
        { 'app.py': 'def price(x):\n    return x * 2\n', 'test_app.py': python },
      ),
    ).toEqual(['tests/deleted important test_app.py:8']);
    const go = 'package a\n\nfunc TestAdds(t *testing.T) {\n\tif price(1) != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n';
    expect(
      await deleted(
        {
          'a.go': 'package a\n\nfunc price(x int) int { return x }\n',
          'a_test.go': `${go}\nfunc TestNegative(t *testing.T) {\n\trequire.Panics(t, func() { price(-1) })\n}\n`,
        },
        { 'a.go': 'package a\n\nfunc price(x int) int { return 2 * x }\n', 'a_test.go': go },
      ),
    ).toEqual(['tests/deleted important a_test.go:9']);
  });

  it('says little when only tests changed', async () => {
    expect(await deleted({ 'a.test.js': spec(adds, rejects) }, { 'a.test.js': spec(adds) })).toEqual([
      'tests/deleted minor a.test.js:7',
    ]);
  });

  it.each<[string, FileMap, FileMap]>([
    [
      'moved to another file',
      { 'a.test.js': spec(adds, rejects) },
      { 'a.test.js': spec(adds), 'b.test.js': spec(rejects) },
    ],
    [
      'renamed',
      { 'a.test.js': spec(adds, rejects) },
      { 'a.test.js': spec(adds, rejects.replace('rejects', 'refuses')) },
    ],
    ['rewritten', { 'a.test.js': spec(adds, rejects) }, { 'a.test.js': spec(adds, rounds) }],
    ['put into a group', { 'a.test.js': spec(adds) }, { 'a.test.js': spec(`describe('sum', () => {\n${adds}\n});`) }],
    [
      'merged into a table',
      { 'a.test.js': spec(adds, rejects, rounds) },
      {
        'a.test.js': spec(
          "it.each([[1, 1], [2, 2]])('gives %d', (a, b) => {\n  expect(price({ total: a })).toBe(b);\n});",
        ),
      },
    ],
    ['gone with its source', { 'price.js': before, 'price.test.js': spec(adds) }, {}],
    [
      'gone with the function it tests',
      {
        'a.js': `${before}export function refund(order) {\n  return -order.total;\n}\n`,
        'a.test.js': spec(adds, "it('refunds', () => {\n  expect(refund({ total: 1 })).toBe(-1);\n});"),
      },
      { 'a.js': before, 'a.test.js': spec(adds) },
    ],
  ])('is silent on tests %s', async (_, base, head) => {
    expect(await deleted(base, head)).toEqual([]);
  });
});

describe('tests/skipped', () => {
  const skipped = (path: string, base: string, head: string) =>
    found({ [path]: base }, { [path]: head }, 'tests/skipped');

  it.each([
    ['a.test.js', spec(adds), spec(adds.replace('it(', 'it.skip(')), 3],
    ['a.test.js', spec(adds), spec(adds.replace('it(', 'xit(')), 3],
    ['a.test.js', spec(adds), spec(adds.replace("'adds', ", "'adds', { skip: true }, ")), 3],
    ['a.test.js', spec(`describe('x', () => {\n${adds}\n});`), spec(`describe.skip('x', () => {\n${adds}\n});`), 3],
    ['a.test.js', spec(adds), spec(adds.replace('{\n', '{\n  return;\n')), 4],
    ['a.test.js', spec("test('adds', checks, sum);"), spec("test.skip('adds', checks, sum);"), 3],
    [
      'test_a.py',
      'def test_a():\n    assert f() == 1\n',
      '@pytest.mark.skipif(True)\ndef test_a():\n    assert f() == 1\n',
      1,
    ],
    ['test_a.py', 'def test_a():\n    assert f() == 1\n', '@pytest.mark.skip\ndef test_a():\n    assert f() == 1\n', 1],
    ['test_a.py', 'def test_a():\n    assert f() == 1\n', 'def test_a():\n    pytest.skip()\n    assert f() == 1\n', 2],
    [
      'a_test.go',
      'package a\n\nfunc TestA(t *testing.T) {\n\tf(t)\n}\n',
      'package a\n\nfunc TestA(t *testing.T) {\n\tt.Skip()\n\tf(t)\n}\n',
      4,
    ],
    [
      'a_test.go',
      'package a\n\nfunc TestA(t *testing.T) {\n\tf(t)\n}\n',
      '//go:build ignore\n\npackage a\n\nfunc TestA(t *testing.T) {\n\tf(t)\n}\n',
      1,
    ],
  ])('%s %j -> %j', async (path, base, head, line) => {
    expect(await skipped(path, base, head)).toEqual([`tests/skipped important ${path}:${line}`]);
  });

  it.each([
    [
      'with a reason',
      'test_a.py',
      'def test_a():\n    assert f() == 1\n',
      '@pytest.mark.skip(reason="flaky, see #12")\ndef test_a():\n    assert f() == 1\n',
    ],
    ['new and skipped', 'a.test.js', spec(adds), spec(adds, rejects.replace('it(', 'it.skip('))],
  ])('is minor when %s', async (_, path, base, head) => {
    expect(await skipped(path, base, head)).toEqual([expect.stringMatching(/^tests\/skipped minor /)]);
  });

  it.each([
    [
      'on other platforms',
      'test_a.py',
      'def test_a():\n    assert f() == 1\n',
      '@pytest.mark.skipif(sys.platform == "win32", reason="posix")\ndef test_a():\n    assert f() == 1\n',
    ],
    ['on a condition', 'a.test.js', spec(adds), spec(adds.replace('it(', 'it.skipIf(isWindows)('))],
    [
      'under a condition',
      'a_test.go',
      'package a\n\nfunc TestA(t *testing.T) {\n\tf(t)\n}\n',
      'package a\n\nfunc TestA(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip()\n\t}\n\tf(t)\n}\n',
    ],
    ['to do', 'a.test.js', spec(adds), spec(adds, "it.todo('divides');")],
    [
      'skipped before, renamed',
      'a.test.js',
      spec(adds.replace('it(', 'it.skip(')),
      spec(adds.replace("it('adds", "it.skip('sums")),
    ],
  ])('is silent on tests %s', async (_, path, base, head) => {
    expect(await skipped(path, base, head)).toEqual([]);
  });
});

describe('tests/assertion-removed', () => {
  const removed = (base: FileMap, head: FileMap) => found(base, head, 'tests/assertion-removed');
  const two =
    "it('adds', () => {\n  const p = price({ total: 1 });\n  expect(p).toBe(1);\n  expect(p.currency).toBe('EUR');\n});";
  const one = two.replace("\n  expect(p.currency).toBe('EUR');", '');

  it('finds it beside changed sources', async () => {
    expect(
      await removed({ 'price.js': before, 'a.test.js': spec(two) }, { 'price.js': after, 'a.test.js': spec(one) }),
    ).toEqual(['tests/assertion-removed important a.test.js:3']);
  });

  it('finds it in Python and Go', async () => {
    const python = 'def test_a():\n    r = f(1)\n    assert r.a == 1\n    assert r.b == 2\n';
    expect(
      await removed(
        { 'app.py': 'def f(x):\n    return x\n', 'test_a.py': python },
        { 'app.py': 'def f(x):\n    return 2\n', 'test_a.py': python.replace('    assert r.b == 2\n', '') },
      ),
    ).toEqual(['tests/assertion-removed important test_a.py:1']);
    const go =
      'package a\n\nfunc TestA(t *testing.T) {\n\tr := f(1)\n\trequire.Equal(t, 1, r.a)\n\trequire.Equal(t, 2, r.b)\n}\n';
    expect(
      await removed(
        { 'a.go': 'package a\n\nvar x = 1\n', 'a_test.go': go },
        { 'a.go': 'package a\n\nvar x = 2\n', 'a_test.go': go.replace('\trequire.Equal(t, 2, r.b)\n', '') },
      ),
    ).toEqual(['tests/assertion-removed important a_test.go:3']);
  });

  const ofPython = async (base: string, head: string) =>
    found(
      { 'app.py': 'def f(x):\n    return x\n', 'test_a.py': base },
      { 'app.py': 'def f(x):\n    return 2 * x\n', 'test_a.py': head },
      'tests/assertion-removed',
    );
  const ofGo = async (base: readonly string[], head: readonly string[], more = '') => {
    const test = (lines: readonly string[]) =>
      `package a\n\nfunc TestA(t *testing.T) {\n${lines.map((line) => `\t${line}\n`).join('')}}\n`;
    return found(
      { 'a.go': 'package a\n\nvar x = 1\n', 'a_test.go': test(base) },
      { 'a.go': 'package a\n\nvar x = 2\n', 'a_test.go': `${test(head)}${more}` },
      'tests/assertion-removed',
    );
  };
  const raises = 'def test_a():\n    assert f(1) == 1\n    with pytest.raises(ValueError):\n        f(-1)\n';

  it.each([
    ['gone with its call', raises, raises.replace(/ {4}with[^]*/, '')],
    ['unwrapped', raises, raises.replace(/ {4}with[^]*/, '    f(-1)\n')],
    ['imported by name', raises.replace('pytest.', ''), raises.replace(/ {4}with[^]*/, '    f(-1)\n')],
    [
      'while another test expects the same error',
      raises,
      `${raises.replace(/ {4}with[^]*/, '    f(-1)\n')}\n\ndef test_b():\n    with pytest.raises(ValueError):\n        g()\n`,
    ],
  ])('finds an error that is no longer expected: %s', async (_, base, head) => {
    expect(await ofPython(base, head)).toEqual(['tests/assertion-removed important test_a.py:1']);
  });

  it('is minor where the error may come or not', async () => {
    expect(await ofPython(raises, raises.replace('pytest.raises', 'contextlib.suppress'))).toEqual([
      'tests/assertion-removed minor test_a.py:1',
    ]);
  });

  const guard = ['if err != nil {', '\tt.Fatal(err)', '}'];
  const other =
    '\nfunc TestB(t *testing.T) {\n\terr := g()\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\trequire.NoError(t, err)\n}\n';
  it.each([
    ['t.Fatal(err)', ['r, err := f(1)', ...guard, 'check(r)'], ['r, _ := f(1)', 'check(r)']],
    ['require.NoError', ['r, err := f(1)', 'require.NoError(t, err)', 'check(r)'], ['r, _ := f(1)', 'check(r)']],
    ['require.Error', ['_, err := f(-1)', 'require.Error(t, err)'], ['f(-1)']],
    ['t.Errorf', ['r := f(1)', 'if r != 1 {', '\tt.Errorf("got %d", r)', '}'], ['f(1)']],
    [
      't.Errorf become a log',
      ['r := f(1)', 'if r != 1 {', '\tt.Errorf("got %d", r)', '}'],
      ['r := f(1)', 'if r != 1 {', '\tt.Logf("got %d", r)', '}'],
    ],
    [
      'in a table',
      ['for _, tt := range tests {', '\tif r := f(tt.in); r != tt.want {', '\t\tt.Errorf("got %d", r)', '\t}', '}'],
      ['for _, tt := range tests {', '\t_ = f(tt.in)', '}'],
    ],
  ])('finds it in Go, also while other tests make the same: %s', async (_, base, head) => {
    expect(await ofGo(base, head, other)).toEqual(['tests/assertion-removed important a_test.go:3']);
  });

  it('takes a helper of any type for one', async () => {
    const base = ['if r := f(1); r != 1 {', '\tt.Fatalf("got %d", r)', '}'];
    expect(await ofGo(base, ['checkAll[Msg](t, f)'])).toEqual([]);
  });

  it('is silent where the call gives no error any more', async () => {
    expect(await ofGo(['r, err := f(1)', ...guard, 'check(r)'], ['r := f(1)', 'check(r)'])).toEqual([]);
  });

  it('finds one that other tests make as well', async () => {
    const other = "it('multiplies', () => {\n  const p = price({ total: 2 });\n  expect(p.currency).toBe('EUR');\n});";
    const hits = await removed(
      { 'price.js': before, 'a.test.js': spec(two, other) },
      { 'price.js': after, 'a.test.js': spec(one, other) },
    );
    expect(hits).toEqual(['tests/assertion-removed important a.test.js:3']);
  });

  it('finds the call of a helper that was given the test, not of one that prepares', async () => {
    const go = (...lines: readonly string[]) =>
      `package a\n\nfunc TestA(t *testing.T) {\n${lines.map((line) => `\t${line}\n`).join('')}}\n`;
    const source = (n: number): FileMap => ({ 'a.go': `package a\n\nvar x = ${n}\n` });
    const change = (base: string, head: string) =>
      removed({ ...source(1), 'a_test.go': base }, { ...source(2), 'a_test.go': head });
    const hit = 'tests/assertion-removed important a_test.go:3';
    expect(await change(go('_, err := run("x")', 'failsWith(err, t, "x")'), go('_, _ = run("x")'))).toEqual([hit]);
    expect(await change(go('setupServer(t)', 'run()'), go('run()'))).toEqual([]);
  });

  it.each<[string, FileMap, FileMap]>([
    [
      'moved to a helper',
      { 'a.test.js': spec(two) },
      { 'a.test.js': spec(one.replace('});', '  expectEuro(p);\n});')) },
    ],
    [
      'put into another test',
      { 'a.test.js': spec(two) },
      { 'a.test.js': spec(one, "it('is in euro', () => {\n  expect(p.currency).toBe('EUR');\n});") },
    ],
    [
      'become one on the whole',
      { 'a.test.js': spec(two) },
      { 'a.test.js': spec(adds.replace('toBe(1)', "toEqual({ amount: 1, currency: 'EUR' })")) },
    ],
    [
      'gone with what they spoke of',
      { 'price.js': `${before}const currency = 1;\n`, 'a.test.js': spec(two) },
      { 'price.js': before, 'a.test.js': spec(one) },
    ],
  ])('is silent on assertions %s', async (_, base, head) => {
    expect(await removed(base, head)).toEqual([]);
  });
});

describe('tests/weakened', () => {
  const weakened = (path: string, base: string, head: string) =>
    found({ [path]: base }, { [path]: head }, 'tests/weakened');

  it.each([
    ['a.test.js', adds, adds.replace('toBe(1)', 'toBeDefined()')],
    ['a.test.js', adds, adds.replace('toBe(1)', 'toBeTruthy()')],
    ['test_a.py', 'def test_a():\n    assert f(1) == 3\n', 'def test_a():\n    assert f(1) is not None\n'],
    [
      'test_a.py',
      'class T(TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 3)\n',
      'class T(TestCase):\n    def test_a(self):\n        self.assertIsNotNone(f(1))\n',
    ],
    [
      'a_test.go',
      'package a\n\nfunc TestA(t *testing.T) {\n\tassert.Equal(t, 3, f(1))\n}\n',
      'package a\n\nfunc TestA(t *testing.T) {\n\tassert.NotNil(t, f(1))\n}\n',
    ],
    [
      'a_test.go',
      'package a\n\nfunc TestA(t *testing.T) {\n\trequire.ErrorIs(t, err, ErrNegative)\n}\n',
      'package a\n\nfunc TestA(t *testing.T) {\n\trequire.Error(t, err)\n}\n',
    ],
    [
      'test_a.py',
      'def test_a():\n    with pytest.raises(ValueError):\n        f(-1)\n',
      'def test_a():\n    with pytest.raises(Exception):\n        f(-1)\n',
    ],
    ['a.test.js', rejects, rejects.replace('RangeError', '')],
  ])('%s %j -> %j', async (path, base, head) => {
    expect(await weakened(path, base, head)).toEqual([expect.stringMatching(/^tests\/weakened important /)]);
  });

  it('is minor for a tolerance ten times wider', async () => {
    const close = adds.replace('toBe(1)', 'toBeCloseTo(1, 5)');
    expect(await weakened('a.test.js', close, close.replace(', 5', ', 2'))).toEqual([
      'tests/weakened minor a.test.js:2',
    ]);
  });

  it('is minor where an error may say anything', async () => {
    const told = 'def test_a():\n    with pytest.raises(ValueError, match="negative"):\n        f(-1)\n';
    expect(await weakened('test_a.py', told, told.replace(', match="negative"', ''))).toEqual([
      'tests/weakened minor test_a.py:2',
    ]);
  });

  it.each([
    ['another value', adds, adds.replace('toBe(1)', 'toBe(2)')],
    ['a stricter matcher', adds.replace('toBe(1)', 'toBeDefined()'), adds],
    [
      'another exact matcher',
      adds.replace('toBe(1)', 'toEqual({ a: 1 })'),
      adds.replace('toBe(1)', 'toMatchObject({ a: 1 })'),
    ],
    ['truth', adds.replace('toBe(1)', 'toBe(true)'), adds.replace('toBe(1)', 'toBeTruthy()')],
  ])('is silent on %s', async (_, base, head) => {
    expect(await weakened('a.test.js', base, head)).toEqual([]);
  });
});

describe('tests/trivial-assertion', () => {
  const trivial = (path: string, head: string) => found({}, { [path]: head }, 'tests/trivial-assertion');

  it.each([
    ['a.test.js', "it('saves', () => {\n  save();\n  expect(true).toBe(true);\n});\n", 3],
    ['a.test.js', "it('saves', () => {\n  save();\n  assert.ok(true);\n});\n", 3],
    ['a.test.js', "it('saves', () => {});\n", 1],
    ['test_a.py', 'def test_a():\n    f()\n    assert True\n', 3],
    ['test_a.py', 'def test_a():\n    pass\n', 1],
    ['test_a.py', 'def test_a():\n    f()\n    assert f(1) == 30 or True\n', 3],
    ['a.test.js', "it('saves', () => {\n  save();\n  expect(save() === 3 || true).toBe(true);\n});\n", 3],
    ['test_a.py', 'class T(TestCase):\n    def test_a(self):\n        self.assertTrue(True)\n', 3],
    ['a_test.go', 'package a\n\nfunc TestA(t *testing.T) {\n\tassert.True(t, true)\n}\n', 4],
    ['a_test.go', 'package a\n\nfunc TestA(t *testing.T) {\n}\n', 3],
  ])('%s %j', async (path, head, line) => {
    expect(await trivial(path, head)).toEqual([`tests/trivial-assertion important ${path}:${line}`]);
  });

  it.each([
    ['a.test.js', adds],
    [
      'a.test.js',
      "it('throws', () => {\n  try {\n    f();\n    expect(true).toBe(false);\n  } catch (e) {\n    expect(true).toBe(true);\n  }\n});\n",
    ],
    ['a.test.js', "it.todo('saves');\n"],
    ['a.test.js', "it('runs', () => run());\n"],
    ['test_a.py', 'def test_a():\n    assert f(True) == True\n'],
    ['test_a.py', 'def test_a():\n    assert f(x or True) == 30\n'],
  ])('silent: %s %j', async (path, head) => {
    expect(await trivial(path, head)).toEqual([]);
  });
});

describe('rewritten snapshots', () => {
  it('finds a snapshot that changed alone', async () => {
    const path = 'src/__snapshots__/a.test.js.snap';
    expect(await found({ [path]: 'a\nb\n' }, { [path]: 'c\nd\n' }, 'tests/weakened')).toHaveLength(1);
    expect(
      await found({ [path]: 'a\nb\n', 'a.js': 'a();\n' }, { [path]: 'c\nd\n', 'a.js': 'b();\n' }, 'tests/weakened'),
    ).toEqual([]);
  });
});

describe('tests/missing on one new function', () => {
  const tested = {
    'src/retry.ts': 'export const a = 1;\n',
    'src/retry.test.ts': "it('a', () => {\n  expect(a).toBe(1);\n});\n",
  };
  const body = (decisions: number, steps: number) =>
    `export function delay(n: number): number {\n  let d = n;\n${'  if (d > 10) d = d - n;\n'.repeat(decisions)}${Array.from({ length: steps }, (_, at) => `  d = d + ${at};\n`).join('')}  return d;\n}\n`;
  const missing = (text: string) => found(tested, { ...tested, 'src/retry.ts': text }, 'tests/missing');

  it('is told from ten lines of logic with four decisions, and silent on fewer', async () => {
    expect(await missing(body(4, 6))).toEqual(['tests/missing minor src/retry.ts:2']);
    expect(await missing(body(1, 10))).toEqual([]);
    expect(await missing(body(3, 2))).toEqual([]);
  });
});
