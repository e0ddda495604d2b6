import type { Comment, SyntaxTree } from '../syntax/tree.js';

/** The words of a comment without its marks; lines are kept. */
export function wordsOf(comment: string): string {
  return comment
    .replace(/\*\/\s*$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(\/\*+!?|\*+(?!\/)|\/\/+|#+!?)\s?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** Comments that say something to a reader: not a directive of a tool, at least two words. */
export function explains(comment: string): boolean {
  const words = wordsOf(comment);
  return (
    /[\p{L}]{2,}[^\p{L}]+[\p{L}]{2,}/u.test(words) &&
    !/^(eslint|oxlint|biome|prettier|@ts-|noqa|nolint|pylint|type:|istanbul|c8|v8|shellcheck)/i.test(words)
  );
}

/** Whether an explaining comment stands between two offsets. */
export function explainedWithin(tree: SyntaxTree, start: number, end: number): boolean {
  return tree.comments().some((comment) => comment.start >= start && comment.end <= end && explains(comment.text));
}

/** Whether an explaining comment stands on one of these lines (1-based, inclusive). */
export function explainedOnLines(tree: SyntaxTree, from: number, to: number, except?: Comment): boolean {
  return tree
    .comments()
    .some((comment) => comment !== except && comment.endLine >= from && comment.line <= to && explains(comment.text));
}
