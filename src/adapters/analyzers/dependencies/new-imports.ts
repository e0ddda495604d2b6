import type { AnalyzedFile, Hit } from '../analyzer.js';
import { newHits } from '../new-hits.js';

/** Imports on changed lines of what no side of the change imported before; the message names the package. */
export function newImports(hits: readonly Hit[], files: readonly AnalyzedFile[]): readonly Hit[] {
  const before = new Set(hits.filter(({ side }) => side === 'base').map(({ message }) => message));
  return newHits(hits, files).filter(({ message }) => !before.has(message));
}
