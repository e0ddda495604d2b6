import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { scriptImports } from '../imports/script-imports.js';
import { isScript } from '../language.js';
import { isTree, parseSource } from '../syntax/parse.js';
import { newImports } from './new-imports.js';
import { asObject, jsonObject, ProjectTree } from './project-tree.js';

const builtins = new Set(builtinModules);
/** Put in by the program that loads the file. */
const hosted = new Set(['vscode', 'electron', 'bun', 'k6', 'react', 'astro', 'aws-sdk', 'atom', 'sketch', 'figma']);

/** Imports of packages that no package.json above the file declares. Silent wherever settings might resolve the name. */
export const undeclaredImports: Analyzer = {
  name: 'undeclared imports',
  role: 'architect',
  compares: 'itself',
  rules: ['deps/undeclared'],
  applies: ({ files }) => files.some(isRead),
  analyze,
};

function isRead({ language, head, path }: AnalyzedFile): boolean {
  return (
    isScript(language) &&
    head !== undefined &&
    !/(^|\/)(fixtures?|__fixtures__|testdata|templates?|examples?|docs|website|node_modules|vendor|dist|deno)\//.test(
      path,
    )
  );
}

async function analyze({ packet, files, signal }: AnalysisInput): Promise<AnalysisResult> {
  const tree = new ProjectTree(packet.frozen);
  const mine = files.filter(isRead);
  const hits: Hit[] = [];
  const failed: { path: string; reason: string }[] = [];
  for (const file of mine) {
    signal.throwIfAborted();
    for (const side of ['head', 'base'] as const) {
      const text = file[side]?.text;
      if (text === undefined) continue;
      const parsed = await parseSource(file.language, text);
      if (!isTree(parsed)) {
        failed.push({ path: file.path, reason: parsed.unparsed });
        continue;
      }
      for (const { specifier, line } of scriptImports(parsed)) {
        const name = packageName(specifier);
        if (name !== undefined) hits.push(hitOf(file.path, side, line, name));
      }
    }
  }
  const undeclared: Hit[] = [];
  for (const hit of newImports(hits, mine)) {
    if (!(await isKnown(hit.file, nameIn(hit), tree))) undeclared.push(hit);
  }
  return { hits: undeclared, read: mine.map(({ path }) => path), failed, notChecked: [] };
}

/** `lodash/fp` to `lodash`; undefined for what is no package: relative, built in, or under a scheme or an alias. */
function packageName(specifier: string): string | undefined {
  const match = /^(@[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*|[a-z0-9][\w.-]*)(\/|$)/.exec(specifier);
  const name = match?.[1];
  if (name === undefined || specifier.includes(':') || builtins.has(name) || hosted.has(name)) return undefined;
  return name;
}

function hitOf(file: string, side: 'head' | 'base', line: number, name: string): Hit {
  const message = `\`${name}\` is imported and no package.json above this file declares it: it works only while another package brings it along. Add it to the dependencies.`;
  return { rule: 'deps/undeclared', severity: 'important', file, side, line, message };
}

function nameIn({ message }: Hit): string {
  return /^`([^`]+)`/.exec(message)?.[1] ?? '';
}

async function isKnown(path: string, name: string, tree: ProjectTree): Promise<boolean> {
  let declaring = 0;
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const manifest = jsonObject(await tree.text(posix.join(folder, 'package.json')));
    if (manifest !== undefined) declaring += 1;
    if (manifest !== undefined && declares(manifest, name)) return true;
    if (folder === '.') break;
  }
  return declaring === 0 || (await isAliased(name, tree));
}

function declares(manifest: Readonly<Record<string, unknown>>, name: string): boolean {
  const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  const names = sections.flatMap((section) => Object.keys(asObject(manifest[section]) ?? {}));
  const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`;
  return manifest['name'] === name || names.includes(name) || names.includes(types);
}

/** Whether a workspace has the name, or any setting of a compiler, bundler or test runner speaks of its first part. */
async function isAliased(name: string, tree: ProjectTree): Promise<boolean> {
  const first = name.split('/')[0] ?? name;
  const settings =
    /(^|\/)(package\.json|[tj]sconfig[\w.-]*\.json|deno\.jsonc?|import_map\.json|[\w.-]+\.config\.[cm]?[jt]s|\.babelrc|babel\.[\w.]+|[\w.-]+\.d\.ts|pnpm-workspace\.yaml)$/;
  const aliased = (text: string): boolean =>
    text.includes(`"name": "${name}"`) ||
    new RegExp(`["'\`]${escaped(first)}(/\\*?|["'\`])`).test(
      text.replace(/"(dev|peer|optional)?[dD]ependencies": \{[^}]*\}/g, ''),
    ) ||
    text.includes('"baseUrl"');
  return (await tree.mentions((path) => settings.test(path) && !/(^|\/)node_modules\//.test(path), aliased)) !== false;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
