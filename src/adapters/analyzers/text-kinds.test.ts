import { describe, expect, it } from 'vitest';
import { criteria, reviewChange } from '../../../test/kit/review-change.js';
import { defaultCriteria } from '../../domain/policy/default-criteria.js';

const required = defaultCriteria(false)
  .filter((criterion) => criterion.required)
  .map(({ name }) => name);

/** `no` for false, `open` for null, `n/a` for what no rule looks at, `yes` for what was looked at. */
async function answers(path: string, text: string, base = ''): Promise<Record<string, string>> {
  const { checklist } = await reviewChange(
    { base: base === '' ? {} : { [path]: base }, head: { [path]: text } },
    { criteria: criteria(...required) },
  );
  return Object.fromEntries(
    Object.entries(checklist).map(([name, { answer, reason }]) => {
      if (answer !== true) return [name, answer === null ? 'open' : 'no'];
      return [name, reason?.startsWith('not applicable') === true ? 'n/a' : 'yes'];
    }),
  );
}

const notebook = JSON.stringify({ cells: [{ cell_type: 'code', source: ['print(1)'] }], nbformat: 4 });
const everything = [
  'no_secrets tests_not_weakened tests_accompany_source no_placeholders no_swallowed_errors checks_not_disabled',
  'no_debug_leftovers dependencies_declared no_breaking_changes no_new_cycles',
].flatMap((line) => line.split(' '));
const always = 'no_secrets checks_not_disabled';

/** Path, a good text, the criteria somebody looked at beside syntax_valid, and those that stay open. */
const kinds: readonly (readonly [path: string, good: string, looked: string, open: string])[] = [
  ['src/a.ts', 'export const a = 1;\n', everything.join(' '), ''],
  ['src/a.js', 'export const a = 1;\n', everything.join(' '), ''],
  ['a.py', 'a = 1\n', everything.join(' '), ''],
  ['a.go', 'package a\n', everything.filter((name) => name !== 'no_new_cycles').join(' '), ''],
  ['run.sh', 'ls\n', `${always} no_placeholders no_swallowed_errors`, ''],
  ['test/run.bats', '@test "a" {\n  true\n}\n', `${always} no_placeholders no_swallowed_errors`, 'tests_not_weakened'],
  ['site/a.css', 'a { color: red; }\n', `${always} no_placeholders`, ''],
  ['site/a.scss', 'a { b { color: red; } }\n', always, 'syntax_valid'],
  ['a.yaml', 'a: 1\n', `${always} no_placeholders`, ''],
  [
    'chart/templates/a.yaml',
    '{{ if .a }}\na: 1\n{{ else }}\n- b\n{{ end }}\n',
    `${always} no_placeholders`,
    'syntax_valid',
  ],
  ['package.json', '{}\n', `${always} dependencies_declared`, ''],
  ['a.json', '{}\n', always, ''],
  ['a.json5', '{a: 1}\n', always, 'syntax_valid'],
  ['a.jsonl', '{}\n{}\n', always, ''],
  ['a.toml', 'a = 1\n', always, ''],
  ['a.ipynb', notebook, always, everything.filter((name) => name !== 'no_secrets').join(' ')],
  [
    'go.mod',
    'module a\n\ngo 1.22\n\nrequire (\n\tb.c/d v1.0.0 // indirect\n)\n',
    `${always} dependencies_declared`,
    '',
  ],
  [
    'requirements.txt',
    'flask==3.0\nmkdocs-material[a] ~= 9.5 # pinned\n-r dev.txt\nuvicorn[standard]>=1 ; python_version > "3.8"\n',
    `${always} dependencies_declared`,
    '',
  ],
  ['Dockerfile', 'FROM node:20\nRUN npm ci\n', `${always} no_placeholders no_swallowed_errors`, ''],
  ['Makefile', 'all:\n\techo\n', always, 'syntax_valid'],
  ['a.svg', '<svg><path d="M0 0"/></svg>\n', always, ''],
  ['a.xml', '<?xml version="1.0"?>\n<a><b/></a>\n', always, ''],
  ['a.html', '<!doctype html>\n<p>Hello</p>\n', always, ''],
  ['b.html', '<script>\nstart();\n</script>\n', `${always} no_placeholders no_swallowed_errors no_debug_leftovers`, ''],
  ['a.ini', '[a]\nb = 1\n', always, ''],
  ['.env.example', 'A=1\nexport B=2\n', always, ''],
  ['a.conf', 'server { listen 80; }\n', always, 'syntax_valid'],
  ['a.proto', 'syntax = "proto3";\n', always, 'syntax_valid'],
  ['a.graphql', 'type A { b: Int }\n', always, 'syntax_valid'],
  ['a.j2', 'Hello {{ name }}\n', always, 'syntax_valid'],
  [
    'a.mdx',
    'export const a = 1;\n\n# Title {a}\n',
    `${always} no_placeholders no_swallowed_errors no_debug_leftovers`,
    '',
  ],
  ['a.ejs', '<p><%= a %></p>\n', `${always} no_placeholders no_swallowed_errors no_debug_leftovers`, ''],
  ['.gitignore', 'dist\n', always, ''],
  ['a.csv', 'a,b\n', always, ''],
  ['a.txt', 'Hello.\n', always, ''],
  ['a.rst', 'Title\n=====\n', always, ''],
  ['README.md', '# Title\n', always, ''],
  ['LICENSE', 'Free.\n', always, ''],
  ['test/fixtures/broken.json', '{\n', always, ''],
  [
    'a.sql',
    'select 1;\n',
    'no_secrets',
    `syntax_valid ${everything.filter((name) => name !== 'no_secrets').join(' ')}`,
  ],
];

describe('what is answered for each kind of text', () => {
  it.each(kinds)('%s', async (path, good, looked, open) => {
    const isOpen = open.split(' ');
    const expected = Object.fromEntries(
      required.map((name) => [
        name,
        isOpen.includes(name) ? 'open' : name === 'syntax_valid' || looked.split(' ').includes(name) ? 'yes' : 'n/a',
      ]),
    );
    expect(await answers(path, good)).toEqual(expected);
  });

  const garbage = 'lkj <%$ {{{ ] qwe"\n\tzxcv ((\n<b\n';
  it.each(
    [
      'a.ts a.js a.py a.go a.json a.jsonl a.toml a.ipynb go.mod go.sum requirements.txt Dockerfile a.svg a.xml a.html',
      'a.ini .env a.mdx app.dockerfile Containerfile.dev yarn.lock',
    ].flatMap((line) => line.split(' ')),
  )('garbage in %s is told or left open', async (path) => {
    expect((await answers(path, garbage))['syntax_valid']).not.toBe('yes');
  });

  it.each([
    ['Dockerfile', 'FROM node:20\nRUN npm ci\n', 'FROM node:20\nRUNN npm ci\n', 'no'],
    ['Dockerfile', 'FROM node:20\n', 'FROM node:20\n# dockerfile-utils: ignore\nRUNN npm ci\n', 'no'],
    ['Dockerfile', 'FROM node:20\nCOPPY . .\n', 'FROM node:20\nCOPPY . .\nRUN ls\n', 'open'],
    ['a.svg', '<svg><g></g></svg>\n', '<svg><g></svg>\n', 'no'],
    ['a.html', '<p>a</p>\n', '<p>a</p>\n<script>\nstart();\n', 'no'],
    ['a.mdx', '# A\n', '# A {1 + }\n', 'no'],
    ['go.mod', 'module a\n', 'module a\n<<garbage\n', 'no'],
    ['go.sum', '', 'b.c/d v1.0.0 h1:abc=\nb.c/d v1.0.0/go.mod\n', 'no'],
    ['a.ini', '[a]\nb = 1\n', '[a\nb = 1\n', 'no'],
    ['a.go', 'package a\n\nfunc f() {\n}\n', 'package a\n\nfunc f() {\n\tg(\n}\n', 'no'],
    ['b.go', '', 'package a\n\nfunc f( {\n}\n', 'no'],
    ['a.go', 'package a\n\nfunc f( {\n}\n', 'package a\n\nfunc f( {\n\tx()\n}\n', 'open'],
    ['a.sh', 'if a; then\n  b\nfi\n', 'if a; then\n  b\n', 'no'],
    ['b.sh', '', 'if a; then\n  b\n', 'open'],
    ['a.css', 'a { b: c; }\n', 'a { b: c; \n', 'no'],
    ['a.ipynb', '{}\n', '{"cells": [f"{{x}}"]}\n', 'no'],
    ['b.css', '', 'a { b: c; }\n}\n', 'no'],
    ['c.css', 'a { b: c; }\n', 'a:is(*, #\\#) { b: c; }\n/*# sourceMappingURL=/etc/passwd */\n', 'yes'],
    ['a.ts', 'const a = ;\n', 'const a = ;\nlet b;\n', 'open'],
    ['a.py', 'a = (\n', 'a = (\nb = 1\n', 'open'],
  ])('%s from %j to %j', async (path, base, head, expected) => {
    expect((await answers(path, head, base))['syntax_valid']).toBe(expected);
  });
});
