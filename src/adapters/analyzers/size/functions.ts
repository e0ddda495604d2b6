import type { Language } from '../language.js';
import { isScript } from '../language.js';
import { endLineOf, lineOf, type SyntaxNode, type SyntaxTree } from '../syntax/tree.js';

export interface FunctionSize {
  readonly name: string;
  /** Cyclomatic complexity: one, and one for each place where the path forks; nested functions count for themselves. */
  readonly complexity: number;
  readonly line: number;
  readonly endLine: number;
}

interface Kinds {
  readonly functions: readonly string[];
  readonly forks: readonly string[];
  /** Kind of the nodes whose operator forks when it is `&&`, `||`, `??`, `and`, `or`. */
  readonly operators: readonly string[];
}

const script: Kinds = {
  functions: [
    'function_declaration',
    'generator_function_declaration',
    'method_definition',
    'arrow_function',
    'function_expression',
  ],
  forks: [
    'if_statement',
    'for_statement',
    'for_in_statement',
    'while_statement',
    'do_statement',
    'switch_case',
    'catch_clause',
    'ternary_expression',
  ],
  operators: ['binary_expression'],
};

const python: Kinds = {
  functions: ['function_definition'],
  forks: [
    'if_statement',
    'elif_clause',
    'for_statement',
    'while_statement',
    'except_clause',
    'conditional_expression',
    'case_clause',
    'for_in_clause',
    'if_clause',
  ],
  operators: ['boolean_operator'],
};

const go: Kinds = {
  functions: ['function_declaration', 'method_declaration', 'func_literal'],
  forks: ['if_statement', 'for_statement', 'expression_case', 'type_case', 'communication_case'],
  operators: ['binary_expression'],
};

function kindsOf(language: Language): Kinds | undefined {
  if (isScript(language)) return script;
  return language === 'python' ? python : language === 'go' ? go : undefined;
}

/** Every named function of the tree; anonymous ones count for the function around them. */
export function functionSizes(tree: SyntaxTree): readonly FunctionSize[] {
  const kinds = kindsOf(tree.language);
  if (kinds === undefined) return [];
  const named = tree.all(...kinds.functions).flatMap((node) => {
    const name = nameOf(node);
    return name === undefined ? [] : [{ node, name }];
  });
  const complexity = new Map(named.map(({ node }) => [node.id(), 1]));
  for (const fork of [...tree.all(...kinds.forks), ...tree.all(...kinds.operators).filter(isShortCircuit)]) {
    const owner = fork.ancestors().find((ancestor) => complexity.has(ancestor.id()));
    if (owner !== undefined) complexity.set(owner.id(), (complexity.get(owner.id()) ?? 1) + 1);
  }
  return named.map(({ node, name }) => ({
    name,
    complexity: complexity.get(node.id()) ?? 1,
    line: lineOf(node),
    endLine: endLineOf(node),
  }));
}

function nameOf(node: SyntaxNode): string | undefined {
  const own = node.field('name')?.text();
  if (own !== undefined) return own;
  const parent = node.parent();
  return parent?.kind() === 'variable_declarator' ? parent.field('name')?.text() : undefined;
}

function isShortCircuit(node: SyntaxNode): boolean {
  const operator = node.field('operator')?.text();
  return operator !== undefined && ['&&', '||', '??', 'and', 'or'].includes(operator);
}
