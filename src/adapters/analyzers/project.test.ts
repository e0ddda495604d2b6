import { describe, expect, it } from 'vitest';
import type { FileMap } from '../../../test/kit/frozen-change.js';
import { criteria, reviewChange, type Packeted } from '../../../test/kit/review-change.js';
import { declaredDependencies } from './dependencies/declared.js';
import { lockChanges } from './dependencies/lock-changes.js';
import { undeclaredImports } from './dependencies/undeclared.js';
import { undeclaredGo } from './dependencies/undeclared-go.js';
import { undeclaredPython } from './dependencies/undeclared-python.js';
import { publicApi } from './api/index.js';
import { cycles } from './cycles/index.js';
import { documentation } from './documentation/index.js';
import { performance } from './performance/index.js';
import { testCommand } from './test-command/index.js';

const analyzers = [
  declaredDependencies,
  lockChanges,
  undeclaredImports,
  undeclaredPython,
  undeclaredGo,
  publicApi,
  cycles,
  documentation,
  performance,
  testCommand(() => Promise.resolve('0'.repeat(64))),
];

const found = async (base: FileMap, head: FileMap, packet: Packeted = {}): Promise<readonly string[]> =>
  (await reviewChange({ base, head }, { ...packet, options: { analyzers } })).found;

describe('import cycles', () => {
  const a = "import { b } from './b.js';\nexport const a = () => b();\n";
  const plain = { 'src/a.ts': a, 'src/b.ts': 'export const b = () => 1;\n', 'src/c.ts': 'export const c = 1;\n' };

  it('names an import that closes one', async () => {
    const head = { ...plain, 'src/b.ts': "import { a } from './a.js';\nexport const b = () => a;\n" };
    expect(await found(plain, head)).toEqual(['important cycles/new src/b.ts:1']);
  });

  it.each([
    ['a type alone', "import type { a } from './a.js';\nexport const b = (): typeof a => null as never;\n"],
    ['a name used as a type', "import { A } from './a.js';\nexport const b = (x: A): number => 1;\n"],
    ['an import that runs later', "export const b = async () => import('./a.js');\n"],
  ])('is silent on %s', async (_name, text) => {
    expect(await found(plain, { ...plain, 'src/b.ts': text })).toEqual([]);
  });

  it('is silent where both were in one cycle before', async () => {
    const base = {
      ...plain,
      'src/b.ts': "import { c } from './c.js';\nexport const b = () => c;\n",
      'src/c.ts': "import { a } from './a.js';\nexport const c = a;\n",
    };
    const head = {
      ...base,
      'src/b.ts': "import { c } from './c.js';\nimport { a } from './a.js';\nexport const b = () => c + a();\n",
    };
    expect(await found(base, head)).toEqual([]);
  });

  it('follows Python modules, not their packages, functions or type checks', async () => {
    const base = {
      'p/__init__.py': 'from .x import f\n',
      'p/x.py': 'from .y import g\n\n\ndef f():\n    return g()\n',
      'p/y.py': 'def g():\n    return 1\n',
    };
    const closing = { ...base, 'p/y.py': 'from p.x import f\n\n\ndef g():\n    return f\n' };
    const later = { ...base, 'p/y.py': 'def g():\n    from p.x import f\n    return f\n' };
    expect(await found(base, closing)).toEqual(['important cycles/new p/y.py:1']);
    expect(await found(base, later)).toEqual([]);
  });
});

describe('dependencies', () => {
  const manifest = (dependencies: Record<string, string>, more = {}): string =>
    `${JSON.stringify({ name: 'app', dependencies, ...more }, null, 2)}\n`;
  const lock = (packages: Record<string, unknown>): string =>
    `${JSON.stringify({ lockfileVersion: 3, packages }, null, 2)}\n`;

  it('names one that nothing uses and the lock file does not hold', async () => {
    const base = { 'package.json': manifest({}), 'package-lock.json': lock({}), 'src/a.js': 'export {};\n' };
    expect(await found(base, { ...base, 'package.json': manifest({ leftpad: '1.0.0' }) })).toEqual([
      'important deps/not-in-lock package.json:4',
      'important deps/unused package.json:4',
    ]);
  });

  it('asks a lock file above the manifest only in a workspace', async () => {
    const base = { 'package.json': manifest({}), 'package-lock.json': lock({}), 'bench/package.json': manifest({}) };
    const more = { 'bench/package.json': manifest({ leftpad: '1.0.0' }), 'bench/a.js': "import 'leftpad';\n" };
    expect(await found(base, { ...base, ...more })).toEqual([]);
    const root = { 'package.json': manifest({}, { workspaces: ['./bench'] }) };
    expect(await found({ ...base, ...root }, { ...base, ...root, ...more })).toEqual([
      'important deps/not-in-lock bench/package.json:4',
    ]);
  });

  it('is silent on one that is used and locked, in a script, or from the workspace', async () => {
    const base = { 'package.json': manifest({}), 'package-lock.json': lock({}), 'src/a.js': 'export {};\n' };
    const head = {
      'package.json': manifest({ leftpad: '1.0.0', tool: '1.0.0', own: 'workspace:*' }, { scripts: { x: 'tool own' } }),
      'package-lock.json': lock({
        'node_modules/leftpad': { version: '1.0.0' },
        'node_modules/tool': { version: '1.0.0' },
      }),
      'src/a.js': "import pad from 'leftpad';\nexport { pad };\n",
    };
    expect(await found(base, head)).toEqual([]);
  });

  it('names an import of what is not declared, and none that an alias or a workspace explains', async () => {
    const base = {
      'package.json': manifest({ react: '19.0.0' }),
      'tsconfig.json': '{"compilerOptions":{"paths":{"app/*":["./src/*"]}}}',
      'packages/own/package.json': '{\n  "name": "own"\n}\n',
      'src/a.ts': 'export {};\n',
    };
    const head = {
      ...base,
      'src/a.ts':
        "import fs from 'node:fs';\nimport x from 'app/x';\nimport o from 'own';\nimport d from 'lodash.debounce';\nexport { fs, x, o, d };\n",
    };
    expect(await found(base, head)).toEqual(['important deps/undeclared src/a.ts:4']);
  });

  it('names an import in Python that nothing declares, holds or used before', async () => {
    const base = {
      'pyproject.toml': '[project]\nname = "app"\ndependencies = ["PyYAML>=6"]\n',
      'src/app/__init__.py': '',
      'src/app/a.py': 'import os\n',
      'src/app/old.py': 'import helperlib\n',
    };
    const with_ = (text: string, more = {}): FileMap => ({ ...base, ...more, 'src/app/a.py': text });
    const hit = ['important deps/undeclared src/app/a.py:2'];
    expect(await found(base, with_('import os\nimport tenacity\n'))).toEqual(hit);
    expect(await found(base, with_('import os\nfrom tenacity import retry\n'))).toEqual(hit);
    for (const text of [
      'import yaml\nimport helperlib\nimport json\nfrom app import old\nfrom . import old\n',
      'try:\n    import tenacity\nexcept ImportError:\n    tenacity = None\n',
      'if TYPE_CHECKING:\n    import tenacity\n',
      'if has_tenacity:\n    from tenacity import retry\n',
    ])
      expect(await found(base, with_(text))).toEqual([]);
    const reworded = await found(with_('import tenacity\n'), with_('import tenacity  # retries\n'));
    expect(reworded).toEqual([]);
    const declared = { 'pyproject.toml': '[project]\nname = "app"\ndependencies = ["PyYAML>=6", "other-name"]\n' };
    expect(await found(base, with_('import tenacity\n', declared))).toEqual(['minor deps/unused pyproject.toml:3']);
  });

  it('names an import in Go that go.mod does not require', async () => {
    const base = {
      'go.mod':
        'module example.org/app\n\nrequire (\n\tgithub.com/x/y/v2 v2.0.1\n\tgolang.org/x/sys v0.1.0 // indirect\n)\n',
      'a.go': 'package app\n',
    };
    const go = (...paths: readonly string[]): FileMap => ({
      ...base,
      'a.go': `package app\n\nimport (\n${paths.map((path) => `\t"${path}"\n`).join('')})\n`,
    });
    expect(await found(base, go('fmt', 'example.org/app/kv', 'github.com/x/y/v2/z', 'golang.org/x/sys/unix'))).toEqual(
      [],
    );
    expect(await found(base, go('fmt', 'github.com/samber/lo'))).toEqual(['important deps/undeclared a.go:5']);
    const workspace = { 'go.work': 'go 1.22\n' };
    expect(await found({ ...base, ...workspace }, { ...go('github.com/samber/lo'), ...workspace })).toEqual([]);
  });

  it('names new packages with install scripts, strange origins and changed checksums', async () => {
    const entry = { version: '1.0.0', resolved: 'https://registry.example.com/a.tgz', integrity: 'sha512-aaa' };
    const base = { 'package-lock.json': lock({ 'node_modules/a': entry }) };
    const more = (packages: Record<string, unknown>): FileMap => ({
      'package-lock.json': lock({ 'node_modules/a': entry, ...packages }),
    });
    const script = { ...entry, hasInstallScript: true };
    expect(await found(base, more({ 'node_modules/evil': script }))).toEqual([
      'minor deps/install-script package-lock.json:9',
    ]);
    const elsewhere = { ...entry, resolved: 'http://packages.evil.example/b.tgz' };
    expect(await found(base, more({ 'node_modules/b': elsewhere }))).toEqual([
      'important deps/lock-tampered package-lock.json:11',
    ]);
    const other = { 'package-lock.json': lock({ 'node_modules/a': { ...entry, integrity: 'sha512-bbb' } }) };
    expect(await found(base, other)).toEqual(['important deps/lock-tampered package-lock.json:4']);
    const sums = { 'go.sum': 'example.org/x v1.0.0 h1:aaa=\n' };
    expect(await found(sums, { 'go.sum': 'example.org/x v1.0.0 h1:bbb=\n' })).toEqual([
      'important deps/lock-tampered go.sum:1',
    ]);
  });

  it('reads go.mod and pyproject.toml too', async () => {
    const base = {
      'go.mod': 'module example.org/app\n\ngo 1.22\n',
      'go.sum': '',
      'main.go': 'package main\n',
      'pyproject.toml': '[project]\nname = "app"\ndependencies = []\n',
      'uv.lock': 'version = 1\n',
      'app.py': 'import requests\n',
    };
    const head = {
      ...base,
      'go.mod': 'module example.org/app\n\ngo 1.22\n\nrequire github.com/x/y v1.2.3\n',
      'pyproject.toml': '[project]\nname = "app"\ndependencies = ["requests>=2"]\n',
    };
    expect(await found(base, head)).toEqual([
      'important deps/not-in-lock go.mod:5',
      'minor deps/unused go.mod:5',
      'important deps/not-in-lock pyproject.toml:3',
    ]);
  });
});

describe('public API', () => {
  const manifest = JSON.stringify({
    name: 'lib',
    version: '2.1.0',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  });
  const base = {
    'package.json': manifest,
    'src/index.ts': "export * from './a.js';\nexport { c as d } from './c.js';\n",
    'src/a.ts': 'export const a = 1;\nexport function b(): void {}\n',
    'src/c.ts': 'export const c = 1;\nexport const hidden = 2;\n',
  };

  it('names an export that is gone from the entry', async () => {
    expect(await found(base, { ...base, 'src/a.ts': 'export const a = 1;\n' })).toEqual([
      'important api/removed src/a.ts:2',
    ]);
  });

  it('reads past exports of types alone', async () => {
    const types = {
      ...base,
      'src/index.ts': `export type * from './t.js';\n${base['src/index.ts']}`,
      'src/t.ts': 'export interface T<in out A> {\n  a: A;\n}\n',
    };
    expect(await found(types, { ...types, 'src/a.ts': 'export const a = 1;\n' })).toEqual([
      'important api/removed src/a.ts:2',
    ]);
  });

  it('is silent on what only moved, was never offered, or is declared breaking', async () => {
    const moved = {
      ...base,
      'src/a.ts': 'export const a = 1;\n',
      'src/c.ts': 'export const c = 1;\nexport function b(): void {}\n',
      'src/index.ts': "export * from './a.js';\nexport { c as d, b } from './c.js';\n",
    };
    expect(await found(base, moved)).toEqual([]);
    expect(await found(base, { ...base, 'src/c.ts': 'export const c = 1;\n' })).toEqual([]);
    const breaking = await reviewChange(
      { base, head: { ...base, 'src/a.ts': 'export const a = 1;\n' }, messages: ['feat!: drop b'] },
      { options: { analyzers } },
    );
    expect(breaking.found).toEqual([]);
    const major = { ...base, 'package.json': manifest.replace('2.1.0', '3.0.0'), 'src/a.ts': 'export const a = 1;\n' };
    expect(await found(base, major)).toEqual([]);
  });

  it('is minor where the message or the change log says that the name goes', async () => {
    const head = { ...base, 'src/a.ts': 'export const a = 1;\n' };
    const says = async (message: string, more: FileMap = {}) =>
      (await reviewChange({ base, head: { ...head, ...more }, messages: [message] }, { options: { analyzers } })).found;
    expect(await says('Remove `b()`')).toEqual(['minor api/removed src/a.ts:2']);
    expect(await says('Tidy up', { 'CHANGELOG.md': '- `b` was removed.\n' })).toEqual(['minor api/removed src/a.ts:2']);
    expect(await says('Remove clutter')).toEqual(['important api/removed src/a.ts:2']);
  });

  it('is silent on a private package', async () => {
    const app = { ...base, 'package.json': JSON.stringify({ private: true, main: 'src/index.ts' }) };
    expect(await found(app, { ...app, 'src/a.ts': 'export const a = 1;\n' })).toEqual([]);
  });

  it('knows __all__ and packages of Python', async () => {
    const python = {
      'pyproject.toml': '',
      'lib/__init__.py': 'from .x import f, g\n',
      'lib/x.py': 'def f(): ...\n\ndef g(): ...\n',
    };
    expect(await found(python, { ...python, 'lib/__init__.py': 'from .x import f\n' })).toEqual([
      'important api/removed lib/__init__.py:1',
    ]);
  });

  it('compares __all__ of Python, whatever else has the name, and asks less before a stable version', async () => {
    const init = "from .x import f, patch\n\nmajor, minor, patch_ = 1, 2, 3\nprint(patch_)\n__all__ = ['f', 'patch']\n";
    const python = { 'pyproject.toml': '', 'lib/__init__.py': init, 'lib/x.py': 'def f(): ...\n\ndef patch(): ...\n' };
    const gone = init.replace(', patch\n', '\n').replace(", 'patch'", '').replaceAll('patch_', 'patch');
    const hit = (severity: string) => [`${severity} api/removed lib/__init__.py:1`];
    expect(await found(python, { ...python, 'lib/__init__.py': gone })).toEqual(hit('important'));
    const young = { 'lib/__version__.py': '__version__ = "0.27.0"\n' };
    expect(await found({ ...python, ...young }, { ...python, ...young, 'lib/__init__.py': gone })).toEqual(
      hit('minor'),
    );
  });

  it('knows exported identifiers of Go, per package', async () => {
    const go = {
      'go.mod': 'module x\n',
      'kv/a.go': 'package kv\n\nfunc Get() {}\n\nfunc (s *Store) Put() {}\n\ntype Store struct{}\n',
      'kv/b.go': 'package kv\n',
    };
    const moved = {
      ...go,
      'kv/a.go': 'package kv\n\nfunc (s *Store) Put() {}\n\ntype Store struct{}\n',
      'kv/b.go': 'package kv\n\nfunc Get() {}\n',
    };
    const gone = { ...go, 'kv/a.go': 'package kv\n\nfunc Get() {}\n\ntype Store struct{}\n' };
    expect(await found(go, moved)).toEqual([]);
    expect(await found(go, gone)).toEqual(['important api/removed kv/a.go:5']);
    const internal = { 'internal/a.go': 'package internal\n\nfunc Get() {}\n\nfunc Put() {}\n' };
    expect(await found(internal, { 'internal/a.go': 'package internal\n\nfunc Get() {}\n' })).toEqual([]);
  });
});

describe('performance', () => {
  const loop = (body: string): string =>
    `export async function all(users: string[]) {\n  for (const user of users) {\n${body}  }\n}\n`;
  it('names a loop that waits one by one', async () => {
    expect(await found({}, { 'src/a.ts': loop('    await notify(user);\n') })).toEqual([
      'minor performance/await-in-loop src/a.ts:2',
    ]);
  });
  it.each([
    ['it may stop early', '    if (await has(user)) return user;\n'],
    ['a comment says why', '    // the provider allows one at a time\n    await notify(user);\n'],
    ['a result is carried on', '    last = await next(last, user);\n'],
    ['it calls handlers in their order', '    await user(context);\n'],
  ])('is silent where %s', async (_name, body) => {
    expect(await found({}, { 'src/a.ts': loop(body) })).toEqual([]);
  });
  it('names a blocking call in an async function, not in a script', async () => {
    const text =
      "import { readFileSync } from 'node:fs';\nexport async function load() {\n  return readFileSync('x');\n}\nexport const now = () => readFileSync('y');\n";
    expect(await found({}, { 'src/a.ts': text, 'scripts/a.ts': text })).toEqual([
      'minor performance/blocking-call src/a.ts:3',
    ]);
  });
});

describe('documentation', () => {
  it('follows the habit of the file', async () => {
    const documented = Array.from(
      { length: 4 },
      (_, index) => `/** Number ${index}. */\nexport function f${index}() {}\n`,
    ).join('');
    const bare = documented.replace(/\/\*\*.*\n/g, '');
    const more = 'export function more() {}\n';
    expect(
      await found({ 'a.ts': documented, 'b.ts': bare }, { 'a.ts': documented + more, 'b.ts': bare + more }),
    ).toEqual(['minor docs/missing a.ts:9']);
  });
});

describe('test command', () => {
  const head = { 'test.sh': 'echo checked; exit "$1"\n', 'a.ts': 'export {};\n' };
  const run = async (command: string, timeoutMs = 20_000): Promise<Awaited<ReturnType<typeof reviewChange>>> =>
    reviewChange(
      { head },
      { criteria: criteria('tests_pass'), testCommand: { command, timeoutMs }, options: { analyzers } },
    );

  it('passes, and keeps its output as evidence', async () => {
    const kept: string[] = [];
    const storeEvidence = (bytes: Uint8Array): Promise<string> => {
      kept.push(Buffer.from(bytes).toString());
      return Promise.resolve('1'.repeat(64));
    };
    const { checklist, opinions } = await reviewChange(
      { head },
      {
        criteria: criteria('tests_pass'),
        testCommand: { command: 'sh test.sh 0', timeoutMs: 20_000 },
        options: { analyzers: [testCommand(storeEvidence)] },
      },
    );
    expect(checklist['tests_pass']).toEqual({ answer: true });
    expect(kept).toEqual(['checked\n']);
    expect(opinions[1]?.evidence).toEqual([{ what: 'output of `sh test.sh 0` (exit 0)', digest: '1'.repeat(64) }]);
  });

  it('fails with an exit code', async () => {
    const { found: list, checklist } = await run('sh test.sh 3');
    expect(list).toEqual(['critical tests/command-failed a.ts']);
    expect(checklist['tests_pass']?.answer).toBe(false);
  });

  it.each([
    ['cannot start', 'no-such-program-here', 20_000, 'could not be started'],
    ['runs out of time with all it started', 'sleep 60 & sleep 60', 300, 'did not end within'],
  ])('answers null when it %s', async (_name, command, timeoutMs, reason) => {
    const { found: list, checklist, opinions } = await run(command, timeoutMs);
    expect(list).toEqual([]);
    expect(checklist['tests_pass']).toMatchObject({ answer: null });
    expect(checklist['tests_pass']?.reason).toContain(reason);
    expect(opinions[1]?.verdict).toBe('inconclusive');
  });

  it('sees no variable that was not allowed, and no standard input', async () => {
    process.env['COUNTERSIGN_SECRET_FOR_TEST'] = 'x';
    const { checklist } = await run('test -z "$COUNTERSIGN_SECRET_FOR_TEST" && ! read -r line');
    expect(checklist['tests_pass']).toEqual({ answer: true });
  });
});
