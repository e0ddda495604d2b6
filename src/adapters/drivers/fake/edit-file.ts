import { readFileSync, writeFileSync } from 'node:fs';
import type { Edit } from './behaviour.js';

/** Changes lines of files below the working directory, from the end on, so that no edit moves the line of another. */
export function editFiles(edits: readonly Edit[]): void {
  for (const each of edits.toSorted((a, b) => b.line - a.line)) edit(each);
}

function edit({ path, line, text }: Edit): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = line === 0 ? lines.length - 1 : line - 1;
  lines.splice(at, line === 0 ? 0 : 1, ...(text === '' ? [] : [text]));
  writeFileSync(path, lines.join('\n'));
}
