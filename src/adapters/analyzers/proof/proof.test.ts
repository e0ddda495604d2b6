import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileSpec } from '../../../../test/kit/frozen-change.js';
import { frozenChange } from '../../../../test/kit/frozen-change.js';
import { trivialityProver } from './index.js';

async function proofOf(path: string, base: FileSpec | undefined, head: FileSpec | undefined) {
  const frozen = frozenChange({
    base: base === undefined ? {} : { [path]: base },
    head: head === undefined ? {} : { [path]: head },
  });
  const [proof] = await trivialityProver().prove(frozen);
  return proof;
}

const kindOf = async (path: string, base: FileSpec | undefined, head: FileSpec | undefined) =>
  (await proofOf(path, base, head))?.kind;

describe('comments only', () => {
  it.each([
    ['a.ts', 'const a = 1;\n', '// the first\nconst a = 1;\n'],
    [
      'a.ts',
      '/** Adds. */\nexport const add = 1;\n',
      '/**\n * Adds two.\n * @param a left\n */\nexport const add = 1;\n',
    ],
    ['a.tsx', 'const a = <b>{/* x */}</b>;\n', 'const a = <b>{/* y */}</b>;\n'],
    ['a.py', 'def f():\n    return 1\n', 'def f():\n    # why\n    return 1  # one\n'],
    ['a.go', 'package a\n\nfunc F() {}\n', 'package a\n\n// F does nothing.\nfunc F() {}\n'],
    ['a.sh', '#!/bin/sh\n# old\necho "$1"\n', '#!/bin/sh\n# new\necho "$1" # say\n'],
    ['a.yaml', 'a: 1\nb:\n  - x\n', '# what\na: 1\nb: # list\n  - x\n'],
    ['a.css', 'a { color: red; }\n', '/* why */\na { color: red; }\n'],
  ])('%s: %j -> %j', async (path, base, head) => {
    expect(await proofOf(path, base, head)).toMatchObject({ kind: 'comments' });
  });

  it.each([
    ['lint', 'a.ts', 'a();\n', '// eslint-disable-next-line no-x\na();\n'],
    ['types', 'a.ts', 'a();\n', '// @ts-expect-error later\na();\n'],
    ['reference', 'a.ts', 'a();\n', '/// <reference types="node" />\na();\n'],
    ['webpack', 'a.js', "import('./a');\n", "import(/* webpackChunkName: 'a' */ './a');\n"],
    ['source map', 'a.js', 'a();\n', 'a();\n//# sourceMappingURL=a.js.map\n'],
    ['pure', 'a.js', 'const a = b();\n', 'const a = /* @__PURE__ */ b();\n'],
    ['licence', 'a.js', 'a();\n', '/*! (c) Ada */\na();\n'],
    ['environment of the test runner', 'a.ts', 'a();\n', '/** @vitest' + '-environment jsdom */\na();\n'],
    [
      'types in comments',
      'a.js',
      '/** @param {string} a */\nfunction f(a) {}\n',
      '/** @param {number} a */\nfunction f(a) {}\n',
    ],
    ['noqa', 'a.py', 'import os\n', 'import os  # noqa: F401\n'],
    ['type comment', 'a.py', 'x = []\n', 'x = []  # type: ignore\n'],
    ['encoding', 'a.py', 'x = 1\n', '# -*- coding: latin-1 -*-\nx = 1\n'],
    [
      'inline metadata',
      'a.py',
      '# /// script\n# dependencies = []\n# ///\nx = 1\n',
      '# /// script\n# dependencies = ["evil"]\n# ///\nx = 1\n',
    ],
    ['coverage', 'a.py', 'x = 1\n', 'x = 1  # pragma: no cover\n'],
    ['build tag', 'a.go', 'package a\n', '//go:build linux\n\npackage a\n'],
    ['embed', 'a.go', 'package a\n\nvar s string\n', 'package a\n\n//go:embed x.txt\nvar s string\n'],
    ['cgo', 'a.go', 'package a\n\n// int x;\nimport "C"\n', 'package a\n\n// int y;\nimport "C"\n'],
    [
      'expected output',
      'a_test.go',
      'package a\n\nfunc ExampleF() {\n\tF()\n\t// Output: 1\n}\n',
      'package a\n\nfunc ExampleF() {\n\tF()\n\t// Output: 2\n}\n',
    ],
    ['shellcheck', 'a.sh', 'echo $1\n', '# shellcheck disable=SC2086\necho $1\n'],
    ['interpreter', 'a.sh', '#!/bin/sh\na\n', '#!/bin/bash\na\n'],
    ['line above the interpreter', 'a.sh', '#!/bin/bash\na\n', '# hi\n#!/bin/bash\na\n'],
    ['help text of the script', 'a.sh', '# old\ngrep \'^#\' "$0"\n', '# new\ngrep \'^#\' "$0"\n'],
    [
      'text that the script reads',
      'a.sh',
      'while read -r l; do x "$l"; done < "$0"\n# a\n',
      'while read -r l; do x "$l"; done < "$0"\n# b\n',
    ],
    ['text that the script sources', 'a.sh', 'x "${BASH_SOURCE[0]}"\n# a\n', 'x "${BASH_SOURCE[0]}"\n# b\n'],
    ['text that the program opens', 'a.py', 'x = open(__file__)\n# a\n', 'x = open(__file__)\n# b\n'],
    ['text that the program inspects', 'a.py', 'import inspect\n# a\n', 'import inspect\n# b\n'],
    ['text that the program names', 'a.py', "x = open('a.py')\n# a\n", "x = open('a.py')\n# b\n"],
    ['text that the module opens', 'a.js', 'f(__filename);\n// a\n', 'f(__filename);\n// b\n'],
    ['compiler options', 'a.py', '# a\nx = 1\n', '# nuitka-project: --include-data-files=a=b\nx = 1\n'],
    ['conditional block', 'a.js', 'a();\n', '/// #if DEBUG\na();\n/// #endif\n'],
    ['block that is cut out', 'a.js', 'a();\n', '/* develblock:start */\na();\n/* develblock:end */\n'],
    ['code that is removed', 'a.js', 'a();\n', '//removeIf(production)\na();\n//endRemoveIf(production)\n'],
    ['template in a comment', 'a.yaml', 'a: 1\n', '# {{ include "x" . }}\na: 1\n'],
    ['pinned version', 'a.yml', 'a:\n  - uses: x/y@abc # v1.2.3\n', 'a:\n  - uses: x/y@abc # v1.2.4\n'],
    ['direction characters', 'a.ts', 'a();\n', '// \u202e hidden\na();\n'],
    ['carriage return ends the comment', 'a.py', 'x = 1\n', '# hi\rimport os\nx = 1\n'],
    ['line separator ends the comment', 'a.js', 'a();\n', '// hi\u2028b();\na();\n'],
    ['conditional comment', 'a.html', '<p>a</p>\n', '<!--[if IE]><p>b</p><![endif]--><p>a</p>\n'],
    ['legacy comment', 'a.js', 'a();\n', '<!-- b();\na();\n'],
    [
      'order of a steering comment',
      'a.ts',
      '// @ts-expect-error x\na();\nb();\n',
      'a();\n// @ts-expect-error x\nb();\n',
    ],
    ['code beside it', 'a.ts', 'a(1);\n', '// why\na(2);\n'],
    ['string', 'a.ts', "a('// x');\n", "a('// y');\n"],
    ['JSX text', 'a.tsx', 'const a = <b>// x</b>;\n', 'const a = <b>// y</b>;\n'],
    ['docstring', 'a.py', 'def f():\n    """a"""\n', 'def f():\n    """b"""\n'],
    ['comment in a block scalar', 'a.yml', 'run: |\n  # a\n  x\n', 'run: |\n  # b\n  x\n'],
    ['comment in a heredoc', 'a.sh', 'cat <<E\n# a\nE\n', 'cat <<E\n# b\nE\n'],
    [
      'block comment that ends a statement',
      'a.js',
      'function f() {\n  return /* a */ x;\n}\n',
      'function f() {\n  return /* a\n  */ x;\n}\n',
    ],
    ['code put into a comment', 'a.ts', 'a();\nb();\n', 'a();\n// b();\n'],
    ['broken on both sides', 'a.ts', 'const = ;\n', '// x\nconst = ;\n'],
    ['unsupported language', 'a.rs', 'fn f() {}\n', '// x\nfn f() {}\n'],
    ['makefile', 'Makefile', 'a:\n\tb\n', '# x\na:\n\tb\n'],
  ])('is not proved: %s', async (_, path, base, head) => {
    expect(await kindOf(path, base, head)).toBe('code');
  });
});

describe('a credential among words', () => {
  const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');

  it.each([
    ['docs', 'docs/setup.md', 'Set the token.\n', `Set the token to ${token}.\n`],
    ['comment', 'a.ts', 'a();\n', `// works with ${token}\na();\n`],
    ['comment', 'a.py', 'x = 1\n', `x = 1  # ${token}\n`],
  ])('is not proved trivial: %s of %s', async (_, path, base, head) => {
    const proof = await proofOf(path, base, head);
    expect(proof?.kind).toBe('code');
    expect(proof?.reason).toContain('github');
    expect(proof?.reason).not.toContain(token);
  });

  it('that the base had, or that is an example of documentation, is no news', async () => {
    expect(await kindOf('docs/a.md', `Not ${token}.\n`, `Never ${token}.\n`)).toBe('docs');
    expect(await kindOf('docs/a.md', 'a\n', 'Use `postgres://user:password@localhost/app`.\n')).toBe('docs');
  });
});

describe('formatting only', () => {
  it.each([
    ['a.ts', 'foo(a,b)\n', 'foo(\n  a,\n  b\n)\n'],
    ['a.ts', 'foo();\r\nbar();\r\n', 'foo();\nbar();\n'],
    ['a.tsx', 'const a = <b><c /></b>;\n', 'const a = (\n  <b>\n    <c />\n  </b>\n);\n'.replace(/[()]/g, '')],
    ['a.py', 'x = f(1,2)\n\n\ny=1\n', 'x = f(1, 2)\n\ny = 1\n'],
    ['a.go', 'package a\nfunc F()  { g( 1 ) }\n', 'package a\n\nfunc F() { g(1) }\n'],
    ['a.sh', 'if a; then\nb\nfi\n', 'if a; then\n  b\nfi\n'],
    ['a.yaml', 'a: 1  \n\nb: 2\n', 'a: 1\nb: 2\n'],
    ['a.css', 'a {\ncolor: red;\n}\n', 'a {\n  color: red;\n}\n'],
  ])('%s: %j -> %j', async (path, base, head) => {
    expect(await proofOf(path, base, head)).toMatchObject({ kind: 'formatting' });
  });

  it.each([
    ['space in a string', 'a.ts', "a('x y');\n", "a('x  y');\n"],
    ['space in a template', 'a.ts', 'a(`x\n  y`);\n', 'a(`x\n    y`);\n'],
    ['space in a substitution', 'a.ts', 'a(`${x}`);\n', 'a(`${ x }`);\n'],
    ['regular expression', 'a.ts', 'a(/x y/);\n', 'a(/x  y/);\n'],
    ['JSX text', 'a.tsx', 'const a = <b>x y</b>;\n', 'const a = <b>x  y</b>;\n'],
    ['JSX space between elements', 'a.tsx', 'const a = <b><c /> <d /></b>;\n', 'const a = <b><c /><d /></b>;\n'],
    [
      'semicolon inserted after return',
      'a.js',
      'function f() {\n  return x;\n}\n',
      'function f() {\n  return\n  x;\n}\n',
    ],
    ['lines that join', 'a.js', 'a\n++b\n', 'a++\nb\n'],
    ['quotes', 'a.ts', "a('x');\n", 'a("x");\n'],
    ['trailing comma', 'a.ts', 'f(a);\n', 'f(a,);\n'],
    ['escape', 'a.ts', "a('\\u0041');\n", "a('A');\n"],
    ['indentation', 'a.py', 'if a:\n    b()\n    c()\n', 'if a:\n    b()\nc()\n'],
    ['docstring indentation', 'a.py', 'def f():\n    """a\n    b"""\n', 'def f():\n    """a\n      b"""\n'],
    ['indentation', 'a.yaml', 'a:\n  b: 1\n  c: 2\n', 'a:\n  b: 1\nc: 2\n'],
    ['kept lines of a scalar', 'a.yaml', 'a: |+\n  x\n\nb: 1\n', 'a: |+\n  x\nb: 1\n'],
    ['space between words', 'a.sh', 'a -b c\n', 'a -bc\n'],
    ['spaces in the assignment', 'a.sh', 'x=1\n', 'x= 1\n'],
    ['heredoc', 'a.sh', 'cat <<E\n a\nE\n', 'cat <<E\n  a\nE\n'],
    ['line endings of a script', 'a.sh', 'a\nb\n', 'a\r\nb\r\n'],
    ['descendant selector', 'a.css', 'a .b {\n}\n', 'a.b {\n}\n'],
    ['minus of a calculation', 'a.css', 'a { width: calc(1px - 2px); }\n', 'a { width: calc(1px -2px); }\n'],
    [
      'ignored line',
      'a.ts',
      '// eslint-disable-next-line x\nfoo(a, b);\n',
      '// eslint-disable-next-line x\nfoo(\n  a,\n  b);\n',
    ],
    ['byte order mark', 'a.ts', 'a();\n', '\ufeffa();\n'],
    ['raw string', 'a.go', 'package a\n\nvar s = `a\n b`\n', 'package a\n\nvar s = `a\n  b`\n'],
  ])('is not proved: %s (%s)', async (_, path, base, head) => {
    expect(await kindOf(path, base, head)).toBe('code');
  });

  it('is not proved by a change of mode', async () => {
    expect(await kindOf('a.sh', { content: 'a\n', mode: '100644' }, { content: 'a\n', mode: '100755' })).toBe('code');
  });
});

describe('docs only', () => {
  it.each([
    ['README.md', '# A\n', '# B\n'],
    ['docs/guide/intro.rst', 'A\n=\n', 'B\n=\n'],
    ['CHANGELOG', 'a\n', 'b\n'],
    ['packages/x/README.md', undefined, '# New\n'],
    ['docs/old.md', '# Old\n', undefined],
    ['docs/notes.txt', 'a\n', 'b\n'],
    ['README.md', 'x\n', '```js\nimport a from "a";\n```\n'],
    ['docs/a.md', '---\ntitle: A\n---\nold\n', '---\ntitle: A\n---\nnew\n'],
  ])('%s', async (path, base, head) => {
    expect(await proofOf(path, base, head)).toMatchObject({ kind: 'docs' });
  });

  it.each([
    'AGENTS.md',
    'CLAUDE.md',
    'docs/CLAUDE.md',
    '.github/copilot-instructions.md',
    '.cursor/rules/a.md',
    'skills/x/SKILL.md',
    'prompts/system.md',
    'requirements.txt',
    'docs/requirements.txt',
    'public/robots.txt',
    'CMakeLists.txt',
    'LICENSE',
    'docs/page.mdx',
    'src/words.txt',
    'tests/fixtures/a.md',
    '.changeset/brave.md',
    'REVIEW.md',
    'llms.txt',
    '.github/ISSUE_TEMPLATE/bug.md',
    'readme.py',
    'install.rb',
    'install.ps1',
    'src/history.c',
    'migration.sql',
    'todo.php',
    'scripts/install',
    'debian/changes',
  ])('not %s', async (path) => {
    expect(await kindOf(path, 'a\n', 'b\n')).toBe('code');
  });

  it.each([
    ['a script', 'a\n', '<script>x()</script>\n'],
    ['an unquoted handler', 'a\n', '<img src=x onerror=x()>\n'],
    ['a handler on a line of its own', 'a\n', '<img src=x\nonerror=x()>\n'],
    ['a script after backticks that open no block', 'a\n', '```x```\n<script>x()</script>\n'],
    ['a script after an indented fence', 'a\n', '    ```\n<script>x()</script>\n'],
    ['a script after a fence inside HTML', 'a\n', '<div>\n```\n<script>x()</script>\n'],
    ['an interpreter', '#!/bin/sh\na\n', '#!/bin/sh\nb\n'],
    ['front matter', '---\nlayout: a\n---\nx\n', '---\nlayout: b\n---\nx\n'],
    ['executable directive', 'a\n', '.. plot:: x.py\n'],
    ['direction characters', 'a\n', 'a \u202e b\n'],
  ])('not with %s', async (_, base, head) => {
    expect(await kindOf('docs/a.md', base, head)).toBe('code');
  });

  it.each([
    ['docs/a.adoc', 'include::https://example.org/x.adoc[]'],
    ['docs/a.adoc', '```\ninclude::x.adoc[]\n```'],
    ['docs/a.adoc', 'ifdef::secret[]'],
    ['docs/a.rst', '```\n.. include:: x\n```'],
    ['docs/a.rst', '.. csv-table::\n   :file: x.csv'],
    ['docs/a.md', "import './x.js'"],
    ['docs/a.md', '--8<-- "x.md"'],
  ])('not with what another file brings: %s, %j', async (path, line) => {
    expect(await kindOf(path, 'a\n', `a\n\n${line}\n`)).toBe('code');
  });

  it('not when it is executable, a link, binary or not UTF-8', async () => {
    expect(await kindOf('README.md', 'a\n', { content: 'b\n', mode: '100755' })).toBe('code');
    expect(await kindOf('README.md', 'a\n', { content: 'x', mode: '120000' })).toBe('code');
    expect(await kindOf('README.md', 'a\n', new Uint8Array([0xff, 0xfe, 0x41]))).toBe('code');
    expect(await kindOf('README.md', 'a\n', new Uint8Array([0x41, 0]))).toBe('code');
  });

  it('follows renames: prose to prose only', async () => {
    const body = 'one\ntwo\nthree\n';
    const prove = (from: string, to: string) =>
      trivialityProver().prove(frozenChange({ base: { [from]: body }, head: { [to]: body } }));
    expect(await prove('docs/a.md', 'docs/b.md')).toMatchObject([{ kind: 'docs' }]);
    expect(await prove('run.sh', 'docs/run.md')).toMatchObject([{ kind: 'code' }]);
    expect(await prove('AGENTS.md', 'docs/notes.md')).toMatchObject([{ kind: 'code' }]);
  });
});

describe('laws', () => {
  const programs: readonly (readonly [path: string, mark: string, lines: readonly string[]])[] = [
    [
      'a.ts',
      '//',
      [
        'import { a } from "b";',
        'export function f(x: number) {',
        '  if (x > 1) return a(x);',
        '  return [x, 2].map((y) => y + 1);',
        '}',
      ],
    ],
    ['a.py', '#', ['import os', 'def f(x):', '    if x > 1:', '        return os.name', '    return [x, 2]']],
    ['a.go', '//', ['package a', '', 'func F(x int) int {', '\tif x > 1 {', '\t\treturn 2', '\t}', '\treturn x', '}']],
    ['a.sh', '#', ['set -e', 'if [ "$1" = x ]; then', '  echo yes', 'fi', 'for i in 1 2; do run "$i"; done']],
    ['a.yaml', '#', ['name: x', 'list:', '  - one', '  - two: 3']],
  ];
  const words = fc.array(fc.constantFrom('plain', 'words', 'about', 'it', 'and', 'why'), {
    minLength: 1,
    maxLength: 4,
  });

  it('a plain comment line anywhere is comments only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...programs), fc.nat(), words, async ([path, mark, lines], seed, said) => {
        const at = seed % (lines.length + 1);
        const head = [...lines.slice(0, at), `${mark} ${said.join(' ')}`, ...lines.slice(at)];
        expect(await kindOf(path, `${lines.join('\n')}\n`, `${head.join('\n')}\n`)).toBe('comments');
      }),
      { numRuns: 60 },
    );
  });

  it('a changed token is code', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...programs),
        fc.nat(),
        fc.constantFrom('Z', '7', '_'),
        async ([path, , lines], seed, put) => {
          const text = `${lines.join('\n')}\n`;
          const places = [...text.matchAll(/\w+/g)];
          const place = places[seed % places.length]!;
          const end = place.index + place[0].length;
          expect(await kindOf(path, text, text.slice(0, end) + put + text.slice(end))).toBe('code');
        },
      ),
      { numRuns: 60 },
    );
  });
});
