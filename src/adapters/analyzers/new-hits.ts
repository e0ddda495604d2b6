import { isAddedLine, touchesRange } from '../../domain/model/change.js';
import type { AnalyzedFile, Hit } from './analyzer.js';

/**
 * Keeps of what an analyzer saw on both sides what the change brought: a head hit on added lines (or of a kind that other lines bring) whose rule and line text
 * the base did not have already, counted one by one. Renames are followed; what moved between files of the change is not new.
 */
export function newHits(hits: readonly Hit[], files: readonly AnalyzedFile[]): readonly Hit[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const base = new Pool();
  for (const hit of hits) if (hit.side === 'base') base.add(hit, byPath.get(hit.file));

  const candidates: { readonly hit: Hit; readonly key: string }[] = [];
  for (const hit of hits) {
    const file = byPath.get(hit.file);
    if (hit.side !== 'head' || file === undefined) continue;
    const key = keyOf(hit, file);
    if (!isOnAddedLines(hit, file)) base.take(key, hit.file);
    else candidates.push({ hit, key });
  }
  // Its own file's base answers first, so that a move does not use up what another file still has.
  const left = candidates.filter(({ hit, key }) => !base.take(key, hit.file));
  return left.filter(({ key }) => !base.takeAny(key)).map(({ hit }) => hit);
}

function isOnAddedLines(hit: Hit, { entry }: AnalyzedFile): boolean {
  if (hit.anywhere === true) return true;
  if (hit.line === 0) return entry.addedLines.length > 0;
  return hit.endLine === undefined
    ? isAddedLine(entry, hit.line)
    : touchesRange(entry.addedLines, hit.line, Math.max(hit.line, hit.endLine));
}

function keyOf(hit: Hit, file: AnalyzedFile | undefined): string {
  const text = hit.line === 0 ? '' : (file?.[hit.side]?.lines[hit.line - 1]?.trim() ?? '');
  return `${hit.rule}\n${text}`;
}

/** Hits of the base that no hit of the head has answered yet: a multiset by key and file. */
class Pool {
  private readonly counts = new Map<string, Map<string, number>>();

  add(hit: Hit, file: AnalyzedFile | undefined): void {
    const key = keyOf(hit, file);
    const byFile = this.counts.get(key) ?? new Map<string, number>();
    byFile.set(hit.file, (byFile.get(hit.file) ?? 0) + 1);
    this.counts.set(key, byFile);
  }

  take(key: string, file: string): boolean {
    const byFile = this.counts.get(key);
    const count = byFile?.get(file) ?? 0;
    if (count > 0) byFile?.set(file, count - 1);
    return count > 0;
  }

  takeAny(key: string): boolean {
    for (const [file, count] of this.counts.get(key) ?? []) if (count > 0) return this.take(key, file);
    return false;
  }
}
