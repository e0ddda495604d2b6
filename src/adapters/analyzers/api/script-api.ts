import { posix } from 'node:path';
import type { FrozenChange } from '../../../application/ports/repository.js';
import type { Side } from '../../../domain/model/finding.js';
import { detectLanguage } from '../detect-language.js';
import { decode } from '../frame/decode.js';
import { asObject, jsonObject } from '../dependencies/project-tree.js';
import { resolveFile, resolveScript } from '../imports/resolve-script.js';
import { isScript } from '../language.js';
import { isTree, parseSource } from '../syntax/parse.js';
import { descendants, lineOf, type SyntaxNode, type SyntaxTree } from '../syntax/tree.js';

export interface ScriptApi {
  readonly names: ReadonlySet<string>;
  /** Files that were read to know the names. */
  readonly files: ReadonlySet<string>;
  /** False when something led to a place that cannot be read: then a missing name proves nothing. */
  readonly complete: boolean;
}

/** Files that `package.json` offers to other packages, mapped from built files to their sources; empty when unsure. */
export function entryFiles(manifestPath: string, manifest: string, tree: ReadonlySet<string>): readonly string[] {
  const folder = posix.dirname(manifestPath);
  const fields = jsonObject(manifest);
  if (fields === undefined || fields['private'] === true) return [];
  const offered = [fields['main'], fields['module'], fields['types'], fields['typings'], fields['exports']].flatMap(
    targets,
  );
  const sources = offered.map((target) => sourceOf(posix.join(folder, target), folder, tree));
  return [...new Set(sources.filter((each) => each !== undefined))];
}

function targets(field: unknown): readonly string[] {
  if (typeof field === 'string') return field.includes('*') || !/\.[cm]?[jt]sx?$/.test(field) ? [] : [field];
  return Object.entries(asObject(field) ?? {}).flatMap(([, value]) => targets(value));
}

function sourceOf(path: string, folder: string, tree: ReadonlySet<string>): string | undefined {
  const built = /(^|\/)(dist|lib|build|out|esm|cjs|types)\//;
  const direct = built.test(path) ? undefined : resolveFile(path, tree);
  if (direct !== undefined) return direct;
  const inside = posix.relative(folder, path).split('/');
  const tail = inside.slice(1).filter((part) => !/^(esm|cjs|types|src|module)$/.test(part));
  const bare = tail.join('/').replace(/\.d\.[cm]?ts$/, '.js');
  const found = [`src/${bare}`, bare, `source/${bare}`].map((each) => resolveFile(posix.join(folder, each), tree));
  return found.find((each) => each !== undefined) ?? (tree.has(path) ? path : undefined);
}

/** Every name that an entry exports, through whatever it re-exports. */
export async function exportedNames(
  frozen: FrozenChange,
  side: Side,
  entry: string,
  tree: ReadonlySet<string>,
): Promise<ScriptApi> {
  const names = new Set<string>();
  const files = new Set<string>();
  let complete = true;
  const queue = [entry];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (files.has(path)) continue;
    files.add(path);
    const found = await exportsOf(frozen, side, path);
    if (found === undefined || files.size > 400) {
      complete = false;
      continue;
    }
    for (const name of found.names) names.add(name);
    for (const specifier of found.stars) {
      const to = resolveScript(path, specifier, tree);
      if (to !== undefined) queue.push(to);
      else if (specifier.startsWith('.')) complete = false;
      else names.add(`* from ${specifier}`);
    }
  }
  return { names, files, complete };
}

interface Exports {
  readonly names: readonly string[];
  readonly stars: readonly string[];
}

async function exportsOf(frozen: FrozenChange, side: Side, path: string): Promise<Exports | undefined> {
  const bytes = await frozen.readFile(side, path);
  const source = bytes === undefined ? undefined : decode(bytes);
  const language = detectLanguage(path, '');
  if (source === undefined || !('text' in source) || !isScript(language)) return undefined;
  // The grammar does not know `export type *`; for the names it is the same as without `type`.
  const tree = await parseSource(language, source.text.replace(/^(\s*export\s+)type(?=\s+\*)/gm, '$1    '));
  if (!isTree(tree) || !hasAllExports(tree)) return undefined;
  if (/\bmodule\.exports\b|^exports\.\w+ =/m.test(source.text)) return undefined;
  const found = tree.all('export_statement').map(readExport);
  const unread = found.some(({ names, stars }) => names.length + stars.length === 0);
  if (unread && tree.broken().length > 0) return undefined;
  return { names: found.flatMap(({ names }) => names), stars: found.flatMap(({ stars }) => stars) };
}

/** Whatever the grammar does not know inside a declaration, each line that begins an export was read as one. */
function hasAllExports(tree: SyntaxTree): boolean {
  if (tree.broken().length === 0) return true;
  const starts = new Set(tree.all('export_statement').map(lineOf));
  return tree.text.split('\n').every((line, at) => !/^export\b/.test(line) || starts.has(at + 1));
}

function readExport(node: SyntaxNode): Exports {
  const source = node.field('source')?.text().slice(1, -1);
  const head = node.text().slice(0, 60);
  const alias = /^export\s+\*\s+as\s+([\w$]+)/.exec(head)?.[1];
  if (alias !== undefined) return { names: [alias], stars: [] };
  if (/^export\s+(type\s+)?\*/.test(head)) return { names: [], stars: source === undefined ? [] : [source] };
  if (/^export\s+default\b/.test(head)) return { names: ['default'], stars: [] };
  const clause = node.children().find((child) => child.kind() === 'export_clause');
  if (clause !== undefined) {
    const names = descendants(clause, 'export_specifier').map(
      (each) => (each.field('alias') ?? each.field('name'))?.text() ?? '',
    );
    return { names, stars: [] };
  }
  const declared = node.field('declaration');
  if (declared === null) return { names: [], stars: [] };
  const own = declared.field('name')?.text();
  if (own !== undefined) return { names: [own], stars: [] };
  const variables = declared.children().filter((child) => child.kind() === 'variable_declarator');
  return { names: variables.flatMap((each) => bound(each.field('name'))), stars: [] };
}

function bound(pattern: SyntaxNode | null): readonly string[] {
  if (pattern === null) return [];
  if (pattern.kind() === 'identifier') return [pattern.text()];
  return descendants(pattern, 'shorthand_property_identifier_pattern', 'identifier').map((each) => each.text());
}
