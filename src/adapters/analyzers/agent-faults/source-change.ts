import type { AnalyzedFile } from '../analyzer.js';
import { generatedBy } from '../generated.js';
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
 * Words that the change took out of the sources: they stand on removed lines, and on no line of the head of a changed
 * source. What a test said about them has to go too.
 */
export function vanishedWords(change: ParsedChange): ReadonlySet<string> {
  const sources = sourceFiles(change);
  const vanished = new Set(sources.flatMap((file) => words(changedText(file, 'base'))));
  for (const file of sources) for (const word of words(file.head?.text ?? '')) vanished.delete(word);
  return vanished;
}

/** Identifiers and words of at least three letters, also the parts of a snake_case or dashed string. */
export function words(text: string): readonly string[] {
  return text.match(/[A-Za-z_$][\w$]{2,}/g) ?? [];
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
