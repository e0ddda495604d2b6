import { posix } from 'node:path';
import { exportedNames } from '../api/script-api.js';
import { detectLanguage } from '../detect-language.js';
import { decode } from '../frame/decode.js';
import { pythonImports, resolvePython } from '../imports/python-imports.js';
import { resolveScript } from '../imports/resolve-script.js';
import { scriptImports } from '../imports/script-imports.js';
import type { SyntaxTree } from '../syntax/tree.js';
import { isTestPath } from '../test-path.js';
import type { ParsedChange } from './fault-rule.js';
import { words } from './code-words.js';
import type { TestCase } from './test-case.js';
import type { ChangedTests } from './test-suite.js';

/** Test files that are searched for a name; where there are more, nothing is proved. */
const testFilesAtMost = 3_000;
/** Bytes of all test files together. */
const testBytesAtMost = 60_000_000;

/**
 * What deleted tests of one file called, is still offered by a source that this file loads, and is named by no test of the head: its
 * last test went. Empty where that cannot be proved, e.g. for what is reached through objects or under another name.
 */
export async function lostSubjects(
  change: ParsedChange,
  tests: ChangedTests,
  gone: readonly TestCase[],
): Promise<readonly string[]> {
  const tree = tests.parsed.base?.tree;
  const called = new Set(gone.flatMap((test) => calledIn(test)));
  if (tree === undefined || called.size === 0) return [];
  const offered = await offeredNames(change, tree, tests.parsed.file.entry.oldPath ?? tests.parsed.file.path, called);
  const candidates = [...called].filter((name) => offered.has(name));
  return candidates.length === 0 ? [] : unnamed(change, candidates);
}

function calledIn({ body }: TestCase): readonly string[] {
  return [...body.matchAll(/([A-Za-z_$][\w$]{2,})\s*\(/g)].flatMap(([, name]) => name ?? []);
}

/** Those of `called` that sources of the head offer to the test file at `path`. */
async function offeredNames(
  change: ParsedChange,
  tree: SyntaxTree,
  path: string,
  called: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { frozen } = change.input.packet;
  const paths = new Set((await frozen.listTree('head')).map((entry) => entry.path));
  const isSource = (file: string | undefined): file is string =>
    file !== undefined && paths.has(file) && !isTestPath(file, detectLanguage(file, ''));
  switch (tree.language) {
    case 'typescript':
    case 'tsx':
    case 'javascript': {
      const files = scriptImports(tree).map(({ specifier }) => resolveScript(path, specifier, paths));
      const apis = [...new Set(files)].filter(isSource).map((file) => exportedNames(frozen, 'head', file, paths));
      return new Set((await Promise.all(apis)).flatMap(({ names }) => [...names]));
    }
    case 'python': {
      const imports = pythonImports(tree).filter(({ names }) => names.some((name) => called.has(name)));
      const files = imports.flatMap((each) => resolvePython(path, each, paths));
      return defined(change, files.filter(isSource), called, (name) => `^(?:async\\s+)?(?:def|class)\\s+${name}\\b`);
    }
    case 'go': {
      const folder = posix.dirname(path);
      const files = [...paths].filter((file) => file.endsWith('.go') && posix.dirname(file) === folder);
      return defined(change, files.filter(isSource), called, (name) => `^func\\s+${name}\\b`);
    }
    default:
      return new Set();
  }
}

async function defined(
  change: ParsedChange,
  files: readonly string[],
  called: ReadonlySet<string>,
  definition: (name: string) => string,
): Promise<ReadonlySet<string>> {
  const texts: string[] = [];
  for (const file of new Set(files)) {
    const text = textOf(await change.input.packet.frozen.readFile('head', file));
    if (text !== undefined) texts.push(text);
  }
  return new Set(
    [...called].filter((name) => {
      const pattern = new RegExp(definition(name.replaceAll('$', '\\$')), 'm');
      return texts.some((text) => pattern.test(text));
    }),
  );
}

/** Those of `names` that no test of the head names, whatever it does with them. A mere import is no test. */
async function unnamed(change: ParsedChange, names: readonly string[]): Promise<readonly string[]> {
  const { frozen } = change.input.packet;
  const files = (await frozen.listTree('head')).filter(({ path }) => isTestPath(path, detectLanguage(path, '')));
  const sizes = await frozen.blobSizes(files.map(({ blob }) => blob));
  const bytes = files.reduce((total, { blob }) => total + (sizes.get(blob) ?? 0), 0);
  if (files.length > testFilesAtMost || bytes > testBytesAtMost) return [];
  const left = new Set(names);
  for (const { blob } of files) {
    if (left.size === 0) break;
    for (const word of words(withoutImports(textOf(await frozen.readBlob(blob)) ?? ''))) left.delete(word);
  }
  return [...left];
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  const source = bytes === undefined ? undefined : decode(bytes);
  return source !== undefined && 'text' in source ? source.text : undefined;
}

function withoutImports(text: string): string {
  return text
    .replace(/^import\s[^'"]*?from\s*['"][^'"\n]*['"]/gm, '')
    .replace(/^from\s+[\w.]+\s+import\s+(?:\([^)]*\)|[^\n]*)/gm, '');
}
