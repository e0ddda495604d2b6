import type { ParsedLanguage } from '../syntax/grammar.js';

/**
 * Whether a comment does something: a tool, compiler, bundler or licence scanner obeys it. When in doubt
 * it does, since then a change is only reviewed like code.
 */
export function steers(language: ParsedLanguage, comment: string): boolean {
  if (anywhere.some((pattern) => pattern.test(comment))) return true;
  if (whole[language]?.some((pattern) => pattern.test(comment)) === true) return true;
  return comment.split('\n').some((line) => {
    const words = line.replace(/^\s*(\/\*+|\*+\/?|\/\/+|#+|<!--)\s?/, '').trim();
    return lineStarts.test(words) || hasCommandTag(words);
  });
}

/** Characters that make a comment look like something else, or end it for one reader and not for another. */
export function deceives(text: string): boolean {
  return /[\p{Cf}\p{Zl}\p{Zp}]|(?![\t\n\r])\p{Cc}|\r(?!\n|$)/u.test(text);
}

const tools =
  'eslint|tslint|jshint|jslint|oxlint|biome|rome|deno|prettier|dprint|stylelint|htmlhint|istanbul|c8|v8|nyc|node|cspell|' +
  'spell-?checker|pylint|flake8|mypy|pyright|pyre|ruff|isort|yapf|black|fmt|pragma|type|cython|distutils|doctest|bandit|' +
  'shellcheck|shfmt|yamllint|yaml-language-server|checkov|tfsec|trivy|kics|hadolint|zizmor|actionlint|renovate|dependabot|' +
  'semgrep|gitleaks|secretlint|jscpd|sonar|codeql|lgtm|coverage|stryker|knip|webpack|turbopack|vite|rollup|parcel|swagger|' +
  'openapi|graphql|sql|language|lint|golangci|revive|gosec|staticcheck|exhaustive|nosprintfhostport|nuitka|cgo|pyinstaller|' +
  'pytype|pycodestyle|autopep8|pydocstyle|numba|setuptools';

const anywhere: readonly RegExp[] = [
  new RegExp(`(^|[^\\w-])(${tools})[\\w-]*\\s?[:=-]`, 'i'),
  new RegExp(`(^|[^\\w-])(${tools})\\s+(disable|enable|ignore|skip|source|shell|off|on)\\b`, 'i'),
  /\bno(qa|lint|sec|semgrep|sonar|verify)\b/i,
  /\b(sourceMappingURL|sourceURL|webpack[A-Z]\w+|turbopack\w+|cc_on)\b/,
  /@ts-|\$Flow|@flow\b|@jsx|@format\b|@generated\b|[@#]__|<reference|<amd-|\blicensed? under\b|\bcopyright\b|SPDX-|@licen[cs]e/i,
  /permission is hereby|do not edit|code generated|auto-?generated/i,
  /\{\{|\{%|<%|\$\{\{/,
  /\b(ignore|disable|enable|suppress)[-_ ](next|line|file|start|end|rule)/i,
  // Tools that cut code out between two comments.
  /\b\w+:(start|begin|end)\b|\b(end)?removeIf\(/i,
  /-\*-|\bvim?:|\bcoding[:=]/,
];

const lineStarts =
  /^(globals?|exported|eslint(-env)?|jshint|jslint|oxlint|biome|istanbul|c8|v8) |^(use strict|#(if|ifdef|ifndef|elif|else|endif|define|include)\b|#?region:|\+\S|\/\/\/|<!)/;

/** By language: patterns of the comment with its marks. */
const whole: Partial<Record<ParsedLanguage, readonly RegExp[]>> = {
  typescript: [/^\/\*!/, /^\/\/\/\s*</, /^<!--/],
  tsx: [/^\/\*!/, /^\/\/\/\s*</, /^<!--/],
  javascript: [/^\/\*!/, /^\/\/\/\s*</, /^<!--/, /@\w+\s*\{/],
  python: [/^#\s*\/\/\//, /^#\s*%%/, /^#:?\s*type:/],
  go: [
    /^\/\/[a-z][\w-]*:\S/,
    /^\/\/(export|line|extern)\b/,
    /^\/\/\s*\+/,
    /^\/\/\s*(unordered )?output:/i,
    /^\/\*line /,
  ],
  shell: [/^#(SBATCH|PBS|BSUB|SGE|MSUB|\$)/, /^#(compdef|autoload)/, /BEGIN INIT|END INIT|chkconfig/],
  yaml: [/^#cloud-config/, /^#\s*(tag=|ratchet:|pin@)?v?\d+(\.\d+)*\S*\s*$/, /\$schema/],
  css: [/^\/\*!/],
};

/** Tags of documentation comments that only describe. Any other tag may be a command to some tool. */
const describing = new Set(
  (
    'param arg argument returns return example see throws exception since author description remarks summary todo link note ' +
    'default defaultvalue fileoverview file overview module name property prop class constructor version typeparam ' +
    'inheritdoc linkcode linkplain brief details warning tip caption tutorial'
  ).split(' '),
);

function hasCommandTag(line: string): boolean {
  const tag = /^@([\w-]+)/.exec(line)?.[1];
  return tag !== undefined && !describing.has(tag.toLowerCase());
}
