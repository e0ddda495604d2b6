import type { AnalyzedFile } from '../analyzer.js';
import { generatedBy } from '../generated.js';
import { codeOf, linesOf, words } from './code-words.js';
import type { ParsedChange } from './fault-rule.js';

/** Programs that are neither tests nor their material. */
export function sourceFiles(change: ParsedChange): readonly AnalyzedFile[] {
  return change.input.files.filter(
    (file) =>
      !file.isTest &&
      ['typescript', 'tsx', 'javascript', 'python', 'go', 'shell', 'unsupported'].includes(file.language) &&
      !isGenerated(file),
  );
}

function isGenerated({ base, head }: AnalyzedFile): boolean {
  return [base, head].every((side) => side === undefined || generatedBy(side) !== undefined);
}

/** Text of the lines that the change removed from, or wrote into, a file. */
export function changedText(file: AnalyzedFile, side: 'base' | 'head'): string {
  const ranges = side === 'base' ? file.entry.deletedLines : file.entry.addedLines;
  const lines = file[side]?.lines ?? [];
  return ranges.map(([from, to]) => lines.slice(from - 1, to).join('\n')).join('\n');
}

/**
 * Words that the change took out of the code of the sources: they stand on removed lines, and on no line of the head of a changed
 * source. What a test said about them has to go too. That a comment still speaks of one keeps nothing alive.
 */
export function vanishedWords(change: ParsedChange): ReadonlySet<string> {
  const trees = new Map(change.files.map((parsed) => [parsed.file, parsed]));
  const sources = sourceFiles(change);
  const codeAt = (file: AnalyzedFile, side: 'base' | 'head'): string => {
    const tree = trees.get(file)?.[side]?.tree;
    return tree === undefined ? (file[side]?.text ?? '') : codeOf(tree);
  };
  const vanished = new Set(sources.flatMap((file) => words(linesOf(codeAt(file, 'base'), file.entry.deletedLines))));
  for (const file of sources) for (const word of words(codeAt(file, 'head'))) vanished.delete(word);
  return vanished;
}

/** Share of the words of `a` that `b` has, 0 to 1. */
export function likeness(a: string, b: string): number {
  const [left, right] = [new Set(words(a)), new Set(words(b))];
  if (left.size === 0 || right.size === 0) return 0;
  let common = 0;
  for (const word of left) if (right.has(word)) common += 1;
  return (2 * common) / (left.size + right.size);
}

/** Every commit says in its first line that it takes something other than tests away, or undoes another commit. */
export function saysItRemoves({ input }: ParsedChange): boolean {
  const { commits } = input.packet.frozen.change;
  const taking = /^(\w+(\([^)]*\))?!?:\s*)?(revert|remove|drop|delete|retire)s?\b(?![^\n]*\btests?\b)/i;
  return commits.length > 0 && commits.every(({ message }) => /^revert\b/i.test(message) || taking.test(message));
}
