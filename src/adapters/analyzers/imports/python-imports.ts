import { posix } from 'node:path';
import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { lineOf } from '../syntax/tree.js';

export interface PythonImport {
  /** Dots of a relative import, 0 for an absolute one. */
  readonly level: number;
  /** Dotted, may be empty after dots. */
  readonly module: string;
  /** Names of `from … import`, empty for a plain import. */
  readonly names: readonly string[];
  readonly line: number;
  /** Stands under an `if` or a `with`, so it may be meant for some machines alone. */
  readonly conditional: boolean;
}

/** Imports that run when the module is loaded: not those in functions, nor for type checkers alone. */
export function pythonImports(tree: SyntaxTree): readonly PythonImport[] {
  return tree
    .all('import_statement', 'import_from_statement')
    .filter((node) => !node.ancestors().some(isLater))
    .flatMap(readImport);
}

function isLater(node: SyntaxNode): boolean {
  if (node.kind() === 'function_definition' || node.kind() === 'try_statement') return true;
  return node.kind() === 'if_statement' && (node.field('condition')?.text().includes('TYPE_CHECKING') ?? false);
}

function readImport(node: SyntaxNode): PythonImport[] {
  const line = lineOf(node);
  const conditional = node.ancestors().some((above) => /^(if|with)_statement$/.test(String(above.kind())));
  if (node.kind() === 'import_statement') {
    return node
      .findAll({ rule: { kind: 'dotted_name' } })
      .map((name) => ({ level: 0, module: name.text(), names: [], line, conditional }));
  }
  const source = node.field('module_name');
  if (source === null) return [];
  const dots = /^\.*/.exec(source.text())?.[0].length ?? 0;
  const names = node
    .children()
    .filter(
      (child) => (child.kind() === 'dotted_name' || child.kind() === 'aliased_import') && child.id() !== source.id(),
    )
    .map((child) => child.text().split(/\s+as\s+/)[0] ?? '');
  return [{ level: dots, module: source.text().slice(dots), names, line, conditional }];
}

/** Modules of the tree that an import loads; packages' own `__init__` only where no module of them is meant. */
export function resolvePython(from: string, found: PythonImport, tree: ReadonlySet<string>): readonly string[] {
  const parts = found.module === '' ? [] : found.module.split('.');
  const roots = found.level === 0 ? rootsOf(from, tree) : [up(posix.dirname(from), found.level - 1)];
  for (const root of roots) {
    const base = posix.join(root, ...parts);
    const modules = found.names
      .map((name) => moduleAt(posix.join(base, name), tree))
      .filter((each) => each !== undefined);
    if (modules.length > 0) return modules;
    const whole = parts.length === 0 ? undefined : moduleAt(base, tree);
    if (whole !== undefined) return [whole];
  }
  return [];
}

function moduleAt(path: string, tree: ReadonlySet<string>): string | undefined {
  return [`${path}.py`, `${path}/__init__.py`].find((each) => tree.has(each));
}

function up(folder: string, levels: number): string {
  return levels === 0 ? folder : up(posix.dirname(folder), levels - 1);
}

/** Folders that top-level packages may lie in: above the outermost package of the file, the top, and `src`. */
function rootsOf(from: string, tree: ReadonlySet<string>): readonly string[] {
  let folder = posix.dirname(from);
  while (folder !== '.' && tree.has(`${folder}/__init__.py`)) folder = posix.dirname(folder);
  return [folder, '.', 'src'];
}
