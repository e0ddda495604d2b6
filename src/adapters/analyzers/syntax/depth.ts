import type { SyntaxNode } from './tree.js';

/** Nodes shorter than this, in UTF-16 units, hold too little to be slow however deep they are. */
const short = 4_000;

/**
 * Whether long nodes stand in long nodes more than `limit` deep, as in an expression of very many operators. Reading the
 * text of every node, which rules do, takes quadratic time there.
 */
export function isDeep(root: SyntaxNode, limit: number): boolean {
  let level: readonly SyntaxNode[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.filter(isLong).flatMap((node) => node.children());
  }
  return false;
}

function isLong(node: SyntaxNode): boolean {
  const { start, end } = node.range();
  return end.index - start.index >= short;
}
