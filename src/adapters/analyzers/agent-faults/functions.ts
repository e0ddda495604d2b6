import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { endLineOf, field, fieldText, lineOf, parts } from '../syntax/tree.js';

/** A function of a program, whatever its form. */
export interface ProgramFunction {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly body: SyntaxNode;
  /** Statements of the body without comments and docstring. */
  readonly statements: readonly SyntaxNode[];
  /** Names of the parameters without the receiver (`self`, `this`). */
  readonly parameters: readonly string[];
  /** A method of a class, struct or object: another type may dictate its form. */
  readonly isMethod: boolean;
  readonly className: string | undefined;
  readonly line: number;
  readonly endLine: number;
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  script: [
    'function_declaration',
    'function_expression',
    'arrow_function',
    'method_definition',
    'generator_function_declaration',
  ],
  python: ['function_definition'],
  go: ['function_declaration', 'method_declaration'],
};

const known = new WeakMap<SyntaxTree, readonly ProgramFunction[]>();

/** Functions with a body, in document order; none for languages without functions. */
export function functionsOf(tree: SyntaxTree): readonly ProgramFunction[] {
  const found = known.get(tree) ?? tree.all(...kindsOf(tree)).flatMap((node) => asFunction(tree, node));
  known.set(tree, found);
  return found;
}

function kindsOf({ language }: SyntaxTree): readonly string[] {
  if (language === 'python' || language === 'go') return kinds[language] ?? [];
  return language === 'typescript' || language === 'tsx' || language === 'javascript'
    ? (kinds['script'] ?? [])
    : ['comment'];
}

function asFunction(tree: SyntaxTree, node: SyntaxNode): ProgramFunction[] {
  const body = field(node, 'body');
  if (body === null) return [];
  const owner = node
    .ancestors()
    .find((above) => /class_definition|class_declaration|^class$|^function_/.test(String(above.kind())));
  const isMethod =
    node.kind() === 'method_definition' || node.kind() === 'method_declaration' || owner?.kind() === 'class_definition';
  return [
    {
      name: nameOf(node),
      node,
      body,
      statements: statementsOf(tree, body),
      parameters: parametersOf(node),
      isMethod,
      className: isMethod ? className(node, owner) : undefined,
      line: lineOf(node),
      endLine: endLineOf(node),
    },
  ];
}

function className(node: SyntaxNode, owner: SyntaxNode | undefined): string {
  return fieldText(owner, 'name') || fieldText(node, 'receiver');
}

function nameOf(node: SyntaxNode): string {
  const own = fieldText(node, 'name');
  if (own !== '') return own;
  const parent = node.parent();
  return (
    [fieldText(parent, 'name'), fieldText(parent, 'key'), tail(fieldText(parent, 'left'))].find(
      (name) => name !== '',
    ) ?? ''
  );
}

/** The last name of `a.b.c`. */
function tail(text: string): string {
  return /[\w$]+$/.exec(text)?.[0] ?? '';
}

function statementsOf(tree: SyntaxTree, body: SyntaxNode): readonly SyntaxNode[] {
  if (body.kind() !== 'statement_block' && body.kind() !== 'block') return [body];
  const statements = parts(body).flatMap((part) => (part.kind() === 'statement_list' ? parts(part) : [part]));
  const documented = tree.language === 'python' && /^[rbuRBU]{0,2}("""|'''|"|')/.test(statements[0]?.text() ?? '');
  return documented ? statements.slice(1) : statements;
}

function parametersOf(node: SyntaxNode): readonly string[] {
  const list = field(node, 'parameters') ?? field(node, 'parameter');
  if (list === null) return [];
  const inner = list.text().replace(/^\(|\)$/g, '');
  return splitTop(inner)
    .map(
      (parameter) =>
        /^[\s*.{[]*(?:(?:public|private|protected|readonly)\s+)*([A-Za-z_$][\w$]*)/.exec(parameter)?.[1] ?? '',
    )
    .filter((name) => name !== '' && name !== 'self' && name !== 'cls' && name !== 'this');
}

/** Splits at commas that are inside no bracket. */
function splitTop(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if ('([{<'.includes(char)) depth += 1;
    else if (')]}>'.includes(char)) depth -= 1;
    else if (char === ',' && depth === 0) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, text.slice(from)];
}
