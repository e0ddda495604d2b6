import type { LineRange } from '../../../domain/model/change.js';
import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';

/** Identifiers and words of at least three letters, also the parts of a snake_case or dashed string. */
export function words(text: string): readonly string[] {
  return text.match(/[A-Za-z_$][\w$]{2,}/g) ?? [];
}

/** The text of a tree without what only people read, its comments and docstrings; lines stay where they are. */
export function codeOf(tree: SyntaxTree): string {
  const spoken = [...tree.comments(), ...docstrings(tree)].toSorted((a, b) => a.start - b.start);
  let code = '';
  let at = 0;
  for (const { start, end } of spoken) {
    if (start < at) continue;
    code += tree.text.slice(at, start) + tree.text.slice(start, end).replace(/[^\n]/gu, ' ');
    at = end;
  }
  return code + tree.text.slice(at);
}

/** Those lines of a text. */
export function linesOf(text: string, ranges: readonly LineRange[]): string {
  const lines = text.split('\n');
  return ranges.map(([from, to]) => lines.slice(from - 1, to).join('\n')).join('\n');
}

function docstrings(tree: SyntaxTree): readonly { readonly start: number; readonly end: number }[] {
  if (tree.language !== 'python') return [];
  return tree
    .all('expression_statement')
    .filter(isDocstring)
    .map((node) => {
      const { start, end } = node.range();
      return { start: start.index, end: end.index };
    });
}

/** A string that is a statement of its own does nothing. */
function isDocstring(node: SyntaxNode): boolean {
  const children = node.children();
  return children.length === 1 && children[0]?.kind() === 'string';
}
