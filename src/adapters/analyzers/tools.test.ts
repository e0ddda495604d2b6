import { describe, expect, it } from 'vitest';
import { reviewChange, type Packeted } from '../../../test/kit/review-change.js';
import type { FileMap } from '../../../test/kit/frozen-change.js';

const found = async (base: FileMap, head: FileMap, packet: Packeted = {}): Promise<readonly string[]> =>
  (await reviewChange({ base, head }, packet)).found;
/** Rules of one family only. */
const only = (list: readonly string[], family: string): string[] => list.filter((each) => each.includes(` ${family}/`));

describe('oxlint', () => {
  it('reports a bug on a new line, under whatever comment', async () => {
    const base = { 'src/a.ts': 'export const f = (a: number): boolean => a > 1;\n' };
    const head = {
      'src/a.ts': `export const f = (a: number): boolean => {
  // eslint-disable-next-line use-isnan
  return a === NaN;
};
`,
    };
    expect(only(await found(base, head), 'lint')).toEqual(['important lint/use-isnan src/a.ts:3']);
  });

  it('takes the word of a comment for what is minor', async () => {
    const head = {
      'src/a.js': 'export function f() {\n  // eslint-disable-next-line no-unused-vars\n  const a = 1;\n}\n',
    };
    expect(only(await found({}, head), 'lint')).toEqual([]);
    const bare = { 'src/a.js': 'export function f() {\n  const a = 1;\n}\n' };
    expect(only(await found({}, bare), 'lint')).toEqual(['minor lint/no-unused-vars src/a.js:2']);
  });

  it('names a file that no longer parses, and not one that never did', async () => {
    const broken = 'export const a = ;\n';
    expect(await found({ 'a.ts': 'export const a = 1;\n' }, { 'a.ts': broken })).toContain(
      'critical syntax/error a.ts:1',
    );
    expect(only(await found({ 'a.ts': `// x\n${broken}` }, { 'a.ts': `// y\n${broken}` }), 'syntax')).toEqual([]);
    expect(only(await found({}, { 'test/fixtures/broken.js': 'const = 1;\n' }), 'syntax')).toEqual([]);
  });

  it('knows no method of a request that is made from another', async () => {
    const of = (request: string) => ({ 'src/a.ts': `export const send = () => ${request};\n` });
    expect(only(await found({}, of("new Request(other, { body: 'a' })")), 'lint')).toEqual([]);
    expect(only(await found({}, of("new Request('/a', { body: 'a' })")), 'lint')).toEqual([
      'important lint/unicorn-no-invalid-fetch-options src/a.ts:1',
    ]);
  });

  it('is not configured by the repository', async () => {
    const base = {
      '.oxlintrc.json': '{"categories":{"correctness":"off"},"rules":{"use-isnan":"off"},"jsPlugins":["./evil.js"]}',
      '.eslintignore': '**',
      '.gitignore': '**',
      'evil.js': "import { writeFileSync } from 'node:fs';\nwriteFileSync('/tmp/countersign-executed', '');\n",
    };
    const head = { ...base, 'src/a.ts': 'export const f = (a: number): boolean => a === NaN;\n' };
    expect(only(await found(base, head), 'lint')).toEqual(['important lint/use-isnan src/a.ts:1']);
  });
});

describe('ruff', () => {
  it('reports undefined names and unused imports the change brought', async () => {
    const base = { 'pkg/a.py': 'import os\n\n\ndef f():\n    return 1\n' };
    const head = { 'pkg/a.py': 'import os\nimport sys\n\n\ndef f():\n    return resutl\n' };
    expect(only(await found(base, head, {}), 'lint')).toEqual([
      'minor lint/F401 pkg/a.py:2',
      'important lint/F821 pkg/a.py:6',
    ]);
  });

  it('is silent on re-exports, switched-off minor rules and old findings', async () => {
    const base = { 'pkg/b.py': 'import os\n', 'pkg/c.py': 'from a import (  # type: ignore\n    x,  # old word\n)\n' };
    const head = {
      'pkg/c.py': 'from a import (\n    x,\n)\n',
      'pkg/__init__.py': 'from .b import thing\n',
      'pkg/a.py': 'import sys  # noqa: F401\n',
      'pkg/b.py': 'import os\n\nx = 1\n',
      'pyproject.toml': '[tool.ruff]\nselect = []\n',
    };
    expect(only(await found(base, head), 'lint')).toEqual([]);
  });

  it('names a syntax error', async () => {
    expect(await found({}, { 'a.py': 'def f(:\n    pass\n' })).toContain('critical syntax/error a.py:1');
  });
});

describe('secretlint', () => {
  const key = ['AKIA', 'Q3EGRXYZ7TQWERAB'].join('');
  const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');

  it('is critical in source, minor in tests, and deaf to comments', async () => {
    const line = `export const t = '${token}'; // secretlint-disable-line\n`;
    expect(only(await found({}, { 'src/a.ts': line, 'test/a.test.ts': line }), 'secrets')).toEqual([
      'critical secrets/credential src/a.ts:1',
      'minor secrets/credential test/a.test.ts:1',
    ]);
  });

  it('is silent on examples, local accounts and lines that were there', async () => {
    const head = {
      'README.md':
        'export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nDATABASE_URL=postgres://user:password@localhost/app\n',
      'docker-compose.yml': 'services:\n  db:\n    url: postgres://postgres:postgres@db:5432/app\n',
      'old.ts': `export const t = '${token}';\nexport const more = 1;\n`,
    };
    expect(only(await found({ 'old.ts': `export const t = '${token}';\n` }, head), 'secrets')).toEqual([]);
  });

  const resolved = (url: string) =>
    `{\n  "packages": {\n    "node_modules/a": {\n      "resolved": "${url}",\n      "integrity": "sha512-${'aB3/'.repeat(21)}AA=="\n    }\n  }\n}\n`;

  it.each([
    ['package-lock.json', resolved('https://build:Tr0ub4dor3xyz@npm.corp.io/a/-/a-1.0.0.tgz'), 4],
    ['package-lock.json', resolved(`https://build:${'0a1b2c3d4e'.repeat(4)}@npm.corp.io/a/-/a-1.0.0.tgz`), 4],
    ['yarn.lock', `a@1.0.0:\n  resolved "https://npm.corp.io/a.tgz?token=${token}"\n`, 2],
    ['poetry.lock', `[[package]]\nname = "a"\nurl = "https://build:Tr0ub4dor3xyz@pypi.corp.io/simple"\n`, 3],
  ])('searches %s', async (path, text, line) => {
    expect(only(await found({}, { [path]: text }), 'secrets')).toEqual([`critical secrets/credential ${path}:${line}`]);
  });

  it('takes no digest of a lock file for a secret, whatever it looks like', async () => {
    const head = {
      'package-lock.json': resolved('https://registry.npmjs.org/a/-/a-1.0.0.tgz').replace('aB3/aB3/', `/${key}/`),
      'go.sum': `example.org/a v1.0.0 h1:${key}${'aB3/'.repeat(5)}=\n`,
      'Cargo.lock': `[[package]]\nname = "aws_secret_access_key"\nchecksum = "${'0a1b2c3d4e5f6789'.repeat(4)}"\n`,
      'yarn.lock': `aws_secret_access_key@1:\n  resolved "https://r.io/a.tgz#${'0a1b2c3d4e'.repeat(4)}"\n`,
    };
    expect(only(await found({}, head), 'secrets')).toEqual([]);
  });

  it('knows an access key of AWS', async () => {
    const head = { 'deploy.sh': `#!/bin/sh\nexport AWS_ACCESS_KEY_ID=${key}\n` };
    expect(only(await found({}, head), 'secrets')).toEqual(['critical secrets/credential deploy.sh:2']);
  });
});

describe('actionlint', () => {
  const workflow = (run: string): string =>
    `on: issues\njobs:\n  greet:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${run}\n`;

  it('finds untrusted text in a script', async () => {
    const path = '.github/workflows/a.yml';
    const head = { [path]: workflow('echo "${{ github.event.issue.title }}"') };
    expect(only(await found({ [path]: workflow('echo hi') }, head), 'workflow')).toEqual([
      `important workflow/injection ${path}:6`,
    ]);
  });

  it('finds the deletion of a job that another needs, and not what lacked it before', async () => {
    const path = '.github/workflows/a.yml';
    const job = (name: string, needs = '') =>
      `  ${name}:${needs}\n    runs-on: ubuntu-latest\n    steps: [{run: make}]\n`;
    const top = 'on: push\njobs:\n';
    const deploy = job('deploy', '\n    needs: build');
    const broken = job('broken', '\n    needs: nothing');
    const before = { [path]: top + job('build') + broken + deploy };
    expect(only(await found(before, { [path]: top + broken + deploy }), 'workflow')).toEqual([
      `important workflow/job-needs ${path}:7`,
    ]);
  });

  it.each([
    [
      'a job that is not there',
      'job-needs',
      'important',
      (text: string) => text.replace('    runs-on', '    needs: built\n    runs-on'),
    ],
    ['an expression that does not parse', 'expression', 'minor', (text: string) => text.replace('hi', '${{ 1 + }}')],
    [
      'an exclusion of what the matrix does not hold',
      'matrix',
      'minor',
      (text: string) =>
        text.replace('    runs-on', '    strategy: {matrix: {os: [linux], exclude: [{os: mac}]}}\n    runs-on'),
    ],
  ] as const)('finds %s', async (_name, rule, severity, change) => {
    const path = '.github/workflows/a.yml';
    const text = workflow('echo hi');
    const list = only(await found({ [path]: text }, { [path]: change(text) }), 'workflow');
    expect(list.map((each) => each.replace(/:\d+$/u, ''))).toEqual([`${severity} workflow/${rule} ${path}`]);
  });

  it('is silent on a good workflow with newer vocabulary', async () => {
    const text = workflow('echo hi').replace('on: issues', 'on:\n  merge_group:\npermissions:\n  attestations: write');
    expect(only(await found({}, { '.github/workflows/a.yml': text }), 'workflow')).toEqual([]);
  });
});

describe('jscpd', () => {
  const block = `export function total(items) {
  let sum = 0;
  for (const item of items) {
    if (item.price > 0 && item.count > 0) {
      sum += item.price * item.count;
    } else if (item.refund !== undefined) {
      sum -= item.refund.amount * item.refund.count;
    }
    log(item.name, item.price, sum);
  }
  if (sum < 0) throw new Error('negative total');
  return Math.round(sum * 100) / 100;
}
`;

  it('finds a block copied from an unchanged file, whatever comments say', async () => {
    const base = {
      'src/cart.js': block,
      'package.json': '{"jscpd":{"ignore":["**"]}}',
      '.jscpd.json': '{"minLines":999}',
    };
    const head = { ...base, 'src/order.js': `// jscpd:ignore-start\n${block}` };
    const list = only(await found(base, head), 'duplication');
    expect(list).toHaveLength(1);
    expect(list[0]).toMatch(/^minor duplication\/block src\/order\.js:/);
  });

  it('is silent on a block that moved', async () => {
    expect(only(await found({ 'src/a.js': block }, { 'src/lib/b.js': `// moved\n${block}` }), 'duplication')).toEqual(
      [],
    );
  });
});

describe('data files', () => {
  it.each([
    ['package.json', '{\n  "name": "a",\n}\n', 3],
    ['data/a.json', '{"a": }\n', 1],
    ['.github/dependabot.yml', 'a: [1\nb: 2\n', 2],
    ['pyproject.toml', '[project]\nname = \n', 2],
  ])('%s that does not parse', async (path, text, line) => {
    expect(await found({}, { [path]: text })).toContain(`important syntax/error ${path}:${line}`);
  });

  it.each([
    ['tsconfig.json', '{\n  // why\n  "strict": true,\n}\n'],
    ['chart/templates/a.yaml', 'a: {{ .Values.a }}\n{{- if .b }}\nc: 1\n{{ end }}\n'],
    ['test/fixtures/bad.json', '{'],
    ['a.yml', '--- \na: 1\n--- \nb: !tag 2\n'],
  ])('%s is fine', async (path, text) => {
    expect(only(await found({}, { [path]: text }), 'syntax')).toEqual([]);
  });
});

describe('text', () => {
  it('finds a conflict left in any file, and none in a heading or an example', async () => {
    const conflict = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n';
    const head = { 'a.css': conflict, 'README.md': `Title\n=======\n\n\`\`\`\n${conflict}\`\`\`\n` };
    expect(only(await found({}, head), 'syntax')).toEqual([
      'critical syntax/conflict-marker a.css:1',
      'important syntax/error a.css:1',
    ]);
  });

  it('finds trojan source, and lets emoji and right-to-left prose be', async () => {
    const head = {
      'a.ts': "export const admin = 'user\u202e \u2066// check\u2069 \u2066';\n",
      'b.ts': "export const family = '👨\u200d👩\u200d👧';\n",
      'ar.json': '{"title": "\u200fمرحبا \u202babc\u202c"}\n',
    };
    expect(only(await found({}, head), 'syntax')).toEqual(['critical syntax/invisible-characters a.ts:1']);
  });
});

describe('the encoding that a Python file names', () => {
  const text = (first: string) => `${first}\n# note +AAo-import os\nx = 1\n`;

  it.each(['# -*- coding: utf-7 -*-', '#!/usr/bin/python\n# vim: set fileencoding=unicode_escape :', '#coding=hz'])(
    'is objected to where it hides another program: %s',
    async (first) => {
      expect(only(await found({}, { 'a.py': text(first) }), 'syntax')).toHaveLength(1);
      // It has stood there, and still says how the new line is read.
      const list = await found({ 'a.py': `${first}\nx = 1\n` }, { 'a.py': text(first) });
      expect(only(list, 'syntax')).toEqual([expect.stringMatching(/^critical syntax\/invisible-characters a\.py:/)]);
    },
  );

  it.each([
    '# -*- coding: utf-8 -*-',
    '# coding: latin-1',
    '# coding=utf-8-unix',
    'y = 1\n# coding: utf-7',
    '\n\n# coding: utf-7',
  ])('is no matter where it reads as it stands, or names none: %j', async (first) => {
    expect(only(await found({}, { 'a.py': text(first) }), 'syntax')).toEqual([]);
  });
});

describe('entries', () => {
  it('names links out of the tree, disguises and binaries that became executable', async () => {
    const head = {
      'a-link': { content: '../../etc/passwd', mode: '120000' as const },
      'b-link': { content: '.git/hooks/pre-commit', mode: '120000' as const },
      'c-link': { content: 'src/a.ts', mode: '120000' as const },
      'd-link': { content: 'x/y/z/../../etc', mode: '120000' as const },
      'e-link': { content: '.GIT/hooks', mode: '120000' as const },
      'x/f-link': { content: './../src/a.ts', mode: '120000' as const },
      'logo.png': '#!/bin/sh\n',
      tool: { content: new Uint8Array([127, 69, 0]), mode: '100755' as const },
      'run.sh': { content: '#!/bin/sh\nexit 0\n', mode: '100755' as const },
    };
    expect(only(await found({}, head), 'blob')).toEqual([
      'important blob/symlink-escape a-link',
      'important blob/symlink-escape b-link',
      'important blob/symlink-escape d-link',
      'important blob/symlink-escape e-link',
      'important blob/disguised logo.png',
      'important blob/executable tool',
    ]);
  });

  it('names paths that lead elsewhere or read otherwise, but not what stood there before', async () => {
    const names = ['../a.txt', 'b/.GIT/config', 'c\u202etxt.md', 'd/..e/.gitignore', '.git./f'];
    const all = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
    expect(only(await found({}, all('x\n')), 'blob')).toEqual([
      'important blob/unsafe-path ../a.txt',
      'important blob/unsafe-path .git./f',
      'important blob/unsafe-path b/.GIT/config',
      'important blob/unsafe-path c\u202etxt.md',
    ]);
    expect(only(await found(all('x\n'), all('x\ny\n')), 'blob')).toEqual([]);
  });

  it('names a rename to an executable', async () => {
    const list = await found({ 'a.txt': 'data\nmore\n' }, { 'a.bin': { content: 'data\nmore\n', mode: '100755' } });
    expect(only(list, 'blob')).toEqual(['minor blob/executable a.bin']);
  });

  it('says nothing of an executable that only got another name', async () => {
    const program = { content: new Uint8Array([127, 69, 0]), mode: '100755' as const };
    expect(only(await found({ tool: program }, { 'bin/tool': program }), 'blob')).toEqual([]);
  });

  it('names vendored folders once, and not those that were there', async () => {
    const base = { 'vendor/old/a.go': 'package old\n' };
    const head = {
      ...base,
      'vendor/new/b.go': 'package b\n',
      'node_modules/x/i.js': '1;\n',
      'node_modules/y/i.js': '2;\n',
    };
    expect(only(await found(base, head), 'blob')).toEqual(['important blob/vendored node_modules/x/i.js']);
  });
});

describe('files for nobody to read', () => {
  const minified = `${Array.from({ length: 600 }, (_, index) => `var a${index}=${index};`).join('')}\n`;
  const long = (lines: number): string =>
    Array.from({ length: lines }, (_, index) => `export const value${index} = ${index};\n`).join('');

  it('names a new minified program, not one whose place or name says that it is built', async () => {
    expect(only(await found({}, { 'src/a.js': minified }), 'blob')).toEqual(['minor blob/generated src/a.js']);
    expect(only(await found({}, { 'dist/a.js': minified, 'src/a.min.js': minified }), 'blob')).toEqual([]);
  });

  it('names a program file that grew very long, not one that was', async () => {
    expect(only(await found({ 'src/a.ts': long(10) }, { 'src/a.ts': long(1_200) }), 'size')).toEqual([
      'minor size/file src/a.ts',
    ]);
    expect(only(await found({ 'src/a.ts': long(1_200) }, { 'src/a.ts': long(1_210) }), 'size')).toEqual([]);
  });
});

describe('scope', () => {
  it('names what lies outside of it', async () => {
    const packet = { scope: ['src/**', 'package.json'] };
    const head = { 'src/a.ts': 'export {};\n', 'ci/x.sh': '#!/bin/sh\n', 'package.json': '{}\n' };
    expect(only(await found({}, head, packet), 'scope')).toEqual(['important scope/outside ci/x.sh']);
  });
});

describe('size', () => {
  it('names a function that the change made too complex, not one that was', async () => {
    const body = (count: number): string =>
      `export function decide(a: number): number {\n${Array.from({ length: count }, (_, index) => `  if (a === ${index}) return ${index * 3 + 1};\n`).join('')}  return 0;\n}\n`;
    expect(only(await found({ 'src/a.ts': body(20) }, { 'src/a.ts': body(30) }), 'complexity')).toEqual([
      'minor complexity/function src/a.ts:1',
    ]);
    expect(only(await found({ 'src/a.ts': body(30) }, { 'src/a.ts': body(31) }), 'complexity')).toEqual([]);
  });
});
