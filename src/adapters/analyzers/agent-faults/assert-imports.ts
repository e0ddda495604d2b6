import { field, type SyntaxNode, type SyntaxTree } from '../syntax/tree.js';

/** Modules of which every function that is called fails the test where it does not hold. */
const assertModule = /^(node:)?assert(\/strict)?$|^(uvu|power-assert|chai)\/assert$|^power-assert$/;
const required = /^require\(["'](?<name>[^"']+)["']\)(\.strict)?$/;

/** Names under which a file has the assertions of Node.js and of modules like it: `import { equal } from 'node:assert/strict'`. */
export function assertImports(tree: SyntaxTree): ReadonlySet<string> {
  const imported = tree.all('import_statement').flatMap((node) => {
    const source = field(node, 'source')?.text().slice(1, -1) ?? '';
    const clause = node.children().find((child) => child.kind() === 'import_clause');
    return assertModule.test(source) && clause !== undefined ? boundIn(clause) : [];
  });
  const declared = tree.all('variable_declarator').flatMap((node) => {
    const module = required.exec(field(node, 'value')?.text().slice(0, 100) ?? '')?.groups?.['name'] ?? '';
    const bound = field(node, 'name');
    return assertModule.test(module) && bound !== null ? boundIn(bound) : [];
  });
  return new Set([...imported, ...declared]);
}

/** What a clause or a pattern binds: of `equal as same` and of `equal: same` the second. */
function boundIn(clause: SyntaxNode): readonly string[] {
  return clause
    .text()
    .split(/[{},]/)
    .flatMap((part) => /([\w$]+)\s*$/.exec(part)?.[1] ?? []);
}
