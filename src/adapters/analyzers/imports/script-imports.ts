import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { lineOf } from '../syntax/tree.js';

export interface ScriptImport {
  readonly specifier: string;
  /** 1-based. */
  readonly line: number;
  /** Erased before the program runs: `import type`, or names that the file uses as types alone. */
  readonly typeOnly: boolean;
  /** `import()` and `require()` below the top level run later than the module itself. */
  readonly deferred: boolean;
}

/** Every import, re-export and require of a script. */
export function scriptImports(tree: SyntaxTree): readonly ScriptImport[] {
  const values = valueNames(tree);
  const statements = tree.all('import_statement', 'export_statement').flatMap((node): ScriptImport[] => {
    const specifier = stringOf(node.field('source'));
    if (specifier === undefined) return [];
    return [{ specifier, line: lineOf(node), typeOnly: isTypeOnly(node, tree, values), deferred: false }];
  });
  const calls = tree.all('call_expression').flatMap((node): ScriptImport[] => {
    const callee = node.field('function')?.text();
    if (callee !== 'require' && callee !== 'import') return [];
    const argument =
      node
        .field('arguments')
        ?.children()
        .find((child) => child.isNamed()) ?? null;
    const specifier = stringOf(argument);
    if (specifier === undefined) return [];
    const deferred = callee === 'import' || node.ancestors().some((each) => isFunction(each));
    return [{ specifier, line: lineOf(node), typeOnly: false, deferred }];
  });
  return [...statements, ...calls];
}

function isFunction(node: SyntaxNode): boolean {
  return /function|method_definition|arrow_function|try_statement|if_statement/.test(String(node.kind()));
}

function stringOf(node: SyntaxNode | null): string | undefined {
  return node?.kind() === 'string' ? node.text().slice(1, -1) : undefined;
}

/** Names that stand where a value is meant, outside of import and export clauses. */
function valueNames(tree: SyntaxTree): ReadonlySet<string> {
  if (tree.language === 'javascript') return new Set();
  const nodes = tree.all('identifier', 'shorthand_property_identifier');
  return new Set(
    nodes
      .filter(
        (node) =>
          !/^(import_specifier|import_clause|namespace_import|export_specifier)$/.test(String(node.parent()?.kind())),
      )
      .map((node) => node.text()),
  );
}

function isTypeOnly(node: SyntaxNode, tree: SyntaxTree, values: ReadonlySet<string>): boolean {
  if (/^(import|export)\s+type\b(?!\s*(,|from\b))/.test(node.text())) return true;
  if (node.kind() !== 'import_statement' || tree.language === 'javascript') return false;
  const clause = node.children().find((child) => child.kind() === 'import_clause');
  if (clause === undefined) return false;
  const names = clause
    .findAll({ rule: { any: [{ kind: 'import_specifier' }, { kind: 'namespace_import' }] } })
    .filter((each) => !each.text().startsWith('type '))
    .map((each) => each.text().split(/\s+/).at(-1) ?? '');
  const first = clause
    .children()
    .find((child) => child.kind() === 'identifier')
    ?.text();
  return ![...names, ...(first === undefined ? [] : [first])].some((name) => values.has(name));
}
