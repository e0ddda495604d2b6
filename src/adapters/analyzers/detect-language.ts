import type { Language } from './language.js';

const byExtension: ReadonlyMap<string, Language> = new Map(
  Object.entries({
    typescript: 'ts mts cts',
    tsx: 'tsx',
    javascript: 'js mjs cjs jsx',
    python: 'py pyi',
    go: 'go',
    shell: 'sh bash zsh ksh bats',
    css: 'css',
    html: 'html htm xhtml',
    json: 'json jsonc json5 webmanifest map ipynb geojson har avsc',
    yaml: 'yaml yml',
    toml: 'toml',
    markdown: 'md markdown mdx mdown',
    text:
      'txt text rst adoc asciidoc tex bib log csv tsv psv xml xsd xsl svg ini cfg conf config properties env editorconfig ' +
      'snap lock sum mod work patch diff scss sass less pcss styl proto graphql gql tmpl tpl gotmpl j2 jinja jinja2 hbs ejs ' +
      'mustache njk in out golden stdout stderr expected http rest pem crt pub asc sig ics vcf po pot strings plist resx ' +
      'csproj sln iml desktop service socket timer rules spec example sample template dist default typed man 1 5 7 8 ' +
      'dockerfile containerfile cube jsonl ndjson ldif eml mbox srt vtt dot mmd puml drawio bnf ebnf ne stderr stamp mailmap list',
    unsupported:
      'rs java kt kts scala groovy gradle c h cc cpp cxx hh hpp hxx ino m mm cs fs fsx vb swift rb erb rake php pl pm t lua r jl ' +
      'dart ex exs erl hrl hs lhs elm ml mli clj cljs cljc edn lisp el scm rkt nim zig v sv vhd vhdl d pas adb ads f f90 f95 ' +
      'for cob asm s wat sql psql vue svelte astro tf hcl nix ps1 psm1 psd1 bat cmd fish awk sed cmake bzl bazel star ' +
      'sol move cairo coffee pug haml slim jsp asp aspx cshtml razor tcl vim cu cl glsl hlsl wgsl frag vert comp gd proto2 ' +
      'rego cue dhall jsonnet libsonnet libpq mjml applescript ahk au3 vbs wsf pyx pxd',
  } satisfies Partial<Record<Language, string>>).flatMap(([language, extensions]) =>
    extensions.split(' ').map((extension): [string, Language] => [extension, language as Language]),
  ),
);

const byName: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['pipfile', 'toml'],
  ['cargo.lock', 'toml'],
  ['poetry.lock', 'toml'],
  ['uv.lock', 'toml'],
  ['pdm.lock', 'toml'],
  ['pipfile.lock', 'json'],
  ['composer.lock', 'json'],
  ['bun.lock', 'json'],
  ['flake.lock', 'json'],
  ['deno.lock', 'json'],
  ['.prettierrc', 'yaml'],
  ['.clang-format', 'yaml'],
  ['.babelrc', 'json'],
  ['.eslintrc', 'yaml'],
  ['.swcrc', 'json'],
  ['.bashrc', 'shell'],
  ['.profile', 'shell'],
  ['.envrc', 'shell'],
  ['pre-commit', 'shell'],
  ['pkgbuild', 'shell'],
  ['jenkinsfile', 'unsupported'],
  ['rakefile', 'unsupported'],
  ['gemfile', 'unsupported'],
  ['podfile', 'unsupported'],
  ['vagrantfile', 'unsupported'],
  ['build', 'unsupported'],
  ['cmakelists.txt', 'unsupported'],
  ['tiltfile', 'unsupported'],
]);

const byInterpreter: readonly (readonly [RegExp, Language])[] = [
  [/^python[\d.]*$/, 'python'],
  [/^(node|nodejs|bun)$/, 'javascript'],
  [/^(tsx|ts-node|deno)$/, 'typescript'],
  [/^(sh|bash|dash|ksh|zsh|ash|bats)$/, 'shell'],
];

/** Folders whose files are input of tests: data, whatever their extension. */
const data = /(^|\/)(fixtures?|__fixtures__|testdata|test-data|__snapshots__|snapshots|goldens?)\//i;

/** By name first, by the `#!` line where the name says nothing. Extensions nobody knows are `unsupported`. */
export function detectLanguage(path: string, firstLine: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const named = byName.get(name);
  if (named !== undefined) return named;
  const dot = name.lastIndexOf('.');
  const known = dot > 0 ? byExtension.get(name.slice(dot + 1)) : undefined;
  if (known !== undefined) return known;
  if (firstLine.startsWith('#!')) return byShebang(firstLine);
  if (dot <= 0) return 'text';
  return data.test(path) || /^(dockerfile|makefile|license|readme|containerfile)\b/.test(name) || isDotted(name)
    ? 'text'
    : 'unsupported';
}

function byShebang(line: string): Language {
  const words = line.slice(2).trim().split(/\s+/);
  const program = words[0]?.split('/').at(-1) ?? '';
  const interpreter = program === 'env' ? (words.slice(1).find((word) => !word.startsWith('-')) ?? '') : program;
  return byInterpreter.find(([pattern]) => pattern.test(interpreter))?.[1] ?? 'unsupported';
}

/** `.env.production`, `.dockerignore.dev`: settings, not programs. */
function isDotted(name: string): boolean {
  return name.startsWith('.');
}

const words: Partial<Record<string, string>> = {
  rs: 'Rust',
  java: 'Java',
  kt: 'Kotlin',
  kts: 'Kotlin',
  scala: 'Scala',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  hpp: 'C++',
  cs: 'C#',
  swift: 'Swift',
  rb: 'Ruby',
  php: 'PHP',
  lua: 'Lua',
  sql: 'SQL',
  vue: 'Vue',
  svelte: 'Svelte',
  tf: 'Terraform',
  ps1: 'PowerShell',
};

/** How a person calls the language of an unsupported file. */
export function languageWord(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
  return words[extension] ?? (extension === '' ? `\`${name}\`` : `.${extension} files`);
}
