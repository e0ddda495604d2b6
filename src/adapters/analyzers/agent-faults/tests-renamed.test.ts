import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import type { FileMap } from '../../../../test/kit/frozen-change.js';
import { adds, rejects, spec } from '../../../../test/kit/price.js';
import { agentFaultAnalyzers } from './index.js';

const deleted = async (base: FileMap, head: FileMap) =>
  (await faultsFound(agentFaultAnalyzers, { base, head })).filter((hit) => hit.startsWith('tests/deleted '));

const script = spec(adds, rejects);
const python = 'from app import price\n\n\ndef test_adds():\n    assert price(1) == 1\n';
const go = 'package a\n\nfunc TestAdds(t *testing.T) {\n\tif price(1) != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n';

describe('tests/deleted by another name', () => {
  it.each([
    ['test/add.test.ts', 'test/add.ts', script, 3],
    ['test/add.test.ts', 'test/add.tst.ts', script, 3],
    ['src/add.spec.js', 'src/add.js', script, 3],
    ['src/add.test.ts', 'src/add_test.ts', script, 3],
    ['src/__tests__/add.js', 'src/add-checks.js', script, 3],
    ['tests/test_app.py', 'tests/app_checks.py', python, 4],
    ['test_app.py', 'app_checks.py', python, 4],
    ['a_test.go', 'a.go', go, 3],
    ['a_test.go', '_a_test.go', go, 3],
    ['a_test.go', 'testdata/a_test.go', go, 3],
  ])('finds %s become %s', async (old, now, text, line) => {
    expect(await deleted({ [old]: text }, { [now]: text })).toEqual([`tests/deleted important ${now}:${line}`]);
  });

  it('finds the tests that went in the same step', async () => {
    const filler = Array.from({ length: 30 }, (_, at) => `export const a${at} = ${at};\n`).join('');
    expect(await deleted({ 'src/add.test.ts': filler + script }, { 'src/add.ts': filler })).toEqual([
      'tests/deleted important src/add.ts:33',
    ]);
  });

  it('is minor where the change also sets what the runner takes', async () => {
    const settings = (ending: string) => `export default { test: { include: ['**/*.${ending}.ts'] } };\n`;
    expect(
      await deleted(
        { 'src/add.test.ts': script, 'vitest.config.ts': settings('test') },
        { 'src/add.tst.ts': script, 'vitest.config.ts': settings('tst') },
      ),
    ).toEqual(['tests/deleted minor src/add.tst.ts:3']);
  });

  const other = { 'test/other.ts': "import test from 'ava';\n\ntest('b', (t) => {\n  t.is(b(), 1);\n});\n" };
  it.each<[string, FileMap, FileMap]>([
    ['that a runner finds as well', { 'src/add.test.ts': script }, { 'src/add.spec.ts': script }],
    ['that Python finds as well', { 'tests/test_a.py': python }, { 'tests/unit/a_test.py': python }],
    [
      'of an ending that other tests have',
      { 'src/add.test.ts': script, 'e2e/b.e2e.ts': other['test/other.ts'] },
      { 'src/add.e2e.ts': script, 'e2e/b.e2e.ts': other['test/other.ts'] },
    ],
    ['that other tests have', { 'test/add.test.ts': script, ...other }, { 'test/add.ts': script, ...other }],
    [
      'that the settings of pytest take',
      { 'tests/test_app.py': python, 'pytest.ini': '[pytest]\npython_files = check_*.py test_*.py\n' },
      { 'tests/check_app.py': python, 'pytest.ini': '[pytest]\npython_files = check_*.py test_*.py\n' },
    ],
    [
      'of what held no tests',
      { 'src/kit.test.ts': 'export const kit = 1;\n' },
      { 'src/kit.ts': 'export const kit = 1;\n' },
    ],
    [
      'whose tests stand elsewhere now',
      { 'a_test.go': go },
      { 'a.go': go.replace('func TestAdds', 'func checkAdds'), 'b_test.go': go },
    ],
  ])('is silent on a name %s', async (_, base, head) => {
    expect(await deleted(base, head)).toEqual([]);
  });
});
