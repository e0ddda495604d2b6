import type { Language } from '../language.js';
import { isScript } from '../language.js';
import { lineOf, type SyntaxNode, type SyntaxTree } from '../syntax/tree.js';

export interface OfferedName {
  readonly name: string;
  readonly line: number;
  readonly documented: boolean;
}

export function readsExports(language: Language): boolean {
  return isScript(language) || language === 'python' || language === 'go';
}

/** Functions and classes that a file offers to others, and whether each has a doc comment. */
export function documentedExports(tree: SyntaxTree): readonly OfferedName[] {
  if (tree.language === 'python') return pythonNames(tree);
  return tree.language === 'go' ? goNames(tree) : scriptNames(tree);
}

function scriptNames(tree: SyntaxTree): readonly OfferedName[] {
  return tree.all('export_statement').flatMap((node): OfferedName[] => {
    const declared = node.field('declaration');
    if (
      declared === null ||
      !/^(function|generator_function|class|abstract_class)_declaration$/.test(String(declared.kind()))
    ) {
      return [];
    }
    const name = declared.field('name')?.text();
    const before = node.prev();
    const documented = before?.kind() === 'comment' && before.text().startsWith('/**');
    return name === undefined ? [] : [{ name, line: lineOf(node), documented }];
  });
}

function pythonNames(tree: SyntaxTree): readonly OfferedName[] {
  return tree.all('function_definition', 'class_definition').flatMap((node): OfferedName[] => {
    const name = node.field('name')?.text();
    const outer = node.parent()?.kind() === 'decorated_definition' ? node.parent()?.parent() : node.parent();
    if (name === undefined || name.startsWith('_') || outer?.kind() !== 'module') return [];
    const first = node
      .field('body')
      ?.children()
      .find((child) => child.kind() !== 'comment');
    return [{ name, line: lineOf(node), documented: isDocstring(first) }];
  });
}

function isDocstring(node: SyntaxNode | undefined): boolean {
  return node?.kind() === 'expression_statement' && node.children()[0]?.kind() === 'string';
}

function goNames(tree: SyntaxTree): readonly OfferedName[] {
  return tree.all('function_declaration').flatMap((node): OfferedName[] => {
    const name = node.field('name')?.text();
    if (name === undefined || !/^[A-Z]/.test(name)) return [];
    return [{ name, line: lineOf(node), documented: node.prev()?.kind() === 'comment' }];
  });
}
