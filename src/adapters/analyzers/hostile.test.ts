import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileMap } from '../../../test/kit/frozen-change.js';
import { reviewChange } from '../../../test/kit/review-change.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'countersign-hostile-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describe('a hostile repository', () => {
  it('has nothing of it executed or loaded, whatever its files tell a tool to do', async () => {
    const proof = join(directory, 'executed');
    const run = `require('node:fs').writeFileSync(${JSON.stringify(proof)}, '')`;
    const head: FileMap = {
      'package.json': JSON.stringify({
        scripts: { preinstall: `node -e "${run}"`, test: `touch ${proof}`, lint: `touch ${proof}` },
        jscpd: { reporters: ['./evil.js'] },
        eslintConfig: { plugins: ['./evil.js'] },
      }),
      '.oxlintrc.json': JSON.stringify({ jsPlugins: ['./evil.js'], categories: { correctness: 'off' } }),
      'oxlint.config.ts': `${run};\nexport default {};\n`,
      '.jscpd.json': JSON.stringify({ reporters: ['./evil.js'], ignore: ['**'] }),
      '.secretlintrc.json': JSON.stringify({ rules: [{ id: './evil.js' }] }),
      '.npmrc': `node-options=--require ./evil.js\nscript-shell=${proof}\n`,
      '.github/actionlint.yaml': 'self-hosted-runner:\n  labels: [x]\n',
      '.github/workflows/ci.yml':
        'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo hi\n',
      'pyproject.toml': '[tool.ruff]\nextend = "evil.toml"\n',
      'conftest.py': `open(${JSON.stringify(proof)}, "w")\n`,
      'setup.py': `open(${JSON.stringify(proof)}, "w")\n`,
      'vitest.config.ts': `${run};\nexport default {};\n`,
      'tsconfig.json': '{"compilerOptions":{"plugins":[{"name":"./evil.js"}]}}',
      'evil.js': `${run};\nmodule.exports = {};\n`,
      Makefile: `all:\n\ttouch ${proof}\n`,
      '-rf': 'a\n',
      '--config=evil.js': 'a\n',
      'a\nb.js': 'export const a = 1;\n',
      '$(touch x).ts': 'export const b = 1;\n',
    };
    const { opinions, findings } = await reviewChange({ head });
    expect(opinions.map(({ failure }) => failure)).toEqual(opinions.map(() => undefined));
    expect(await exists(proof)).toBe(false);
    expect(findings.filter(({ rule }) => rule === 'syntax/error')).toEqual([]);
  });

  it.each([
    ['deeply nested', `export const a = ${'['.repeat(20_000)}${']'.repeat(20_000)};\n`],
    ['one line of a megabyte', `export const a = "${'x'.repeat(1_000_000)}";\n`],
    ['a million brackets', `${'('.repeat(1_000_000)}\n`],
    ['nothing but a byte order mark', '\ufeff'],
    ['a catastrophic string', `const a = "${'a"'.repeat(50_000)};\n`],
  ])('does not crash or hang the review: %s', async (_name, text) => {
    const { opinions } = await reviewChange({ head: { 'a.js': text, 'b.ts': 'export const fine = 1;\n' } });
    expect(opinions.map(({ failure }) => failure)).toEqual(opinions.map(() => undefined));
    expect(opinions[0]?.shown.find(({ path }) => path === 'b.ts')?.coverage).toBe('reviewed');
  });
});
