import type { AnalyzedFile } from '../analyzer.js';
import { isTestData } from '../test-path.js';

/** What a parser is there for, beside the programs that have one of their own. */
export type ParsedText =
  | 'json'
  | 'json-lines'
  | 'yaml'
  | 'toml'
  | 'xml'
  | 'html'
  | 'css'
  | 'mdx'
  | 'dockerfile'
  | 'settings'
  | 'go-module'
  | 'go-sums'
  | 'requirements'
  | 'yarn-lock';

/**
 * How far a changed text is parsed: by a `parser` of this folder, `elsewhere` by a linter or a grammar, `free` where no text
 * can be wrong (prose, lists, recorded output), or `unparsed`, with the words for it, where nobody here knows its grammar.
 */
export type TextKind =
  | { readonly parser: ParsedText }
  | { readonly elsewhere: true }
  | { readonly free: string }
  | { readonly unparsed: string };

const free = {
  prose: 'md markdown mdown txt text rst adoc asciidoc log man 1 5 7 8 rules spec srt vtt cube in',
  lists: 'csv tsv psv list mailmap typed stamp',
  recorded: 'snap golden stdout stderr expected out stderr ne diff patch mbox eml',
  keys: 'pem crt pub asc sig key',
} as const;

const parsers: Readonly<Record<string, ParsedText>> = {
  ...each('json', 'json jsonc webmanifest map ipynb geojson har avsc'),
  ...each('json-lines', 'jsonl ndjson'),
  ...each('xml', 'xml xsd xsl svg csproj resx plist drawio'),
  ...each('html', 'html htm xhtml'),
  ...each('settings', 'ini cfg properties env editorconfig service socket timer desktop'),
  mdx: 'mdx',
};

const names: readonly (readonly [RegExp, TextKind])[] = [
  [/^(dockerfile|containerfile)(\..*)?$|\.(dockerfile|containerfile)$/, { parser: 'dockerfile' }],
  [/^yarn\.lock$/, { parser: 'yarn-lock' }],
  [/\.ejs$/, { elsewhere: true }],
  [/^(gnu)?makefile(\..*)?$/, { unparsed: 'makefiles' }],
  [/^go\.(mod|work)$/, { parser: 'go-module' }],
  [/^go(\.work)?\.sum$/, { parser: 'go-sums' }],
  [/^(requirements|constraints)\b.*\.txt$/, { parser: 'requirements' }],
  [/^\.(npmrc|editorconfig|env(\..+)?|gitconfig|flake8|coveragerc|pylintrc)$/, { parser: 'settings' }],
  [
    /^\.[\w-]*ignore(\..*)?$|^\.(nvmrc|node-version|python-version|tool-versions|mailmap|gitattributes|gitkeep|keep)$/,
    { free: 'lists' },
  ],
];

function each(parser: ParsedText, extensions: string): Record<string, ParsedText> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, parser]));
}

/** By what the path says, and for what is neither named nor known by its extension, by its language. */
export function textKind({ path, language }: AnalyzedFile): TextKind {
  if (isTestData(path)) return { free: 'input of tests' };
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const named = names.find(([pattern]) => pattern.test(name))?.[1];
  if (named !== undefined) return named;
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  switch (language) {
    case 'yaml':
    case 'toml':
    case 'css':
      return { parser: language };
    case 'json':
      return extension === 'json5' ? { unparsed: 'JSON5' } : { parser: parsers[extension] ?? 'json' };
    case 'html':
    case 'markdown':
    case 'text':
      return kindOfText(name, extension);
    default:
      return { elsewhere: true };
  }
}

function kindOfText(name: string, extension: string): TextKind {
  const parser = parsers[extension];
  if (parser !== undefined) return { parser };
  const kind = Object.entries(free).find(([, extensions]) => extensions.split(' ').includes(extension))?.[0];
  if (kind !== undefined) return { free: kind };
  // LICENSE, README, CODEOWNERS: what has no extension and no `#!` line is for people to read.
  if (extension === '' && !name.startsWith('.')) return { free: 'prose' };
  return { unparsed: extension === '' ? `\`${name}\`` : `.${extension} files` };
}
