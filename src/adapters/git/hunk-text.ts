import type { Hunk, HunkLine } from '../../application/ports/repository.js';
import { parseHunkHeader, type HunkHeader } from './patch-scanner.js';
import { utf8 } from './path-text.js';
import { InventoryMismatch } from './raw-entries.js';

/** The hunks in the bytes of one or more `diff --git` sections. Lines end at line feeds and nowhere else. */
export function parseHunks(patch: Buffer): Hunk[] {
  const hunks: Hunk[] = [];
  for (let at = 0; at < patch.length;) {
    const end = lineEnd(patch, at);
    const header = patch[at] === 0x40 ? parseHunkHeader(patch.toString('latin1', at, end)) : undefined;
    at = end + 1;
    if (header === undefined) continue;
    const lines: HunkLine[] = [];
    at = readLines(patch, at, header, lines);
    hunks.push({ ...header, lines });
  }
  return hunks;
}

function readLines(patch: Buffer, from: number, header: HunkHeader, lines: HunkLine[]): number {
  let at = from;
  let { oldStart: oldLine, newStart: newLine } = header;
  const oldEnd = oldLine + header.oldLines;
  const newEnd = newLine + header.newLines;
  while (oldLine < oldEnd || newLine < newEnd) {
    if (at >= patch.length) throw new InventoryMismatch('The patch ends in the middle of a hunk.');
    const end = lineEnd(patch, at);
    const first = patch[at];
    const text = (): string => lineText(patch.subarray(at + 1, end));
    if (first === 0x20) lines.push({ kind: 'context', oldLine: oldLine++, newLine: newLine++, text: text() });
    else if (first === 0x2d) lines.push({ kind: 'deleted', oldLine: oldLine++, text: text() });
    else if (first === 0x2b) lines.push({ kind: 'added', newLine: newLine++, text: text() });
    else if (first !== 0x5c) throw new InventoryMismatch(`A line of a hunk starts with byte ${first ?? 'none'}.`);
    at = end + 1;
  }
  return at;
}

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0x0a, from);
  return end < 0 ? bytes.length : end;
}

function lineText(bytes: Buffer): string {
  return utf8(bytes) ?? bytes.toString('latin1');
}
