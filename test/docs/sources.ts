import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Text of one file of the project. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Texts of the product's own sources below a folder, tests left out. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => read(join(folder, name)));
}

/** What the first group of `pattern` finds in the texts, each once, sorted. */
export function found(texts: readonly string[], pattern: RegExp): string[] {
  const all = texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
  return [...new Set(all)].sort();
}
