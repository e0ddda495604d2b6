import type { Hunk, HunkLine } from '../ports/repository.js';
import { visible } from './fence.js';

/** Text of a hunk, or of the part of one that fits, always whole lines. */
export interface Piece {
  readonly text: string;
}

/**
 * A hunk in pieces of at most `capacity` characters, never cut in the middle of a line (FAULTS extensions#233). Undefined when one
 * line alone is longer.
 */
export function piecesOf(hunk: Hunk, capacity: number): readonly Piece[] | undefined {
  const width = String(Math.max(hunk.oldStart + hunk.oldLines, hunk.newStart + hunk.newLines)).length;
  const header = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
  const carriage = hunk.lines.every(({ text }) => text.endsWith('\r'));
  const pieces: Piece[] = [];
  let lines = [header];
  let size = header.length;
  for (const each of hunk.lines) {
    const line = render(each, width, carriage);
    if (header.length + 1 + line.length > capacity) return undefined;
    if (size + 1 + line.length > capacity) {
      pieces.push({ text: lines.join('\n') });
      lines = [header];
      size = header.length;
    }
    lines.push(line);
    size += 1 + line.length;
  }
  return [...pieces, { text: lines.join('\n') }];
}

const signs: Readonly<Record<HunkLine['kind'], string>> = { added: '+', deleted: '-', context: ' ' };

/** Sign, number of the line (of the old side for a deleted one), text. Where every line ends in CR, it is left out. */
function render({ kind, oldLine, newLine, text }: HunkLine, width: number, carriage: boolean): string {
  const number = String((kind === 'deleted' ? oldLine : newLine) ?? '').padStart(width);
  return `${signs[kind]}${number}| ${visible(carriage ? text.slice(0, -1) : text)}`;
}
