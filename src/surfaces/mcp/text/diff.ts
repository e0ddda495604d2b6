import type { Hunk, HunkLine } from '../../../application/ports/repository.js';
import { visibleText } from '../../../application/printable.js';

const signs: Readonly<Record<HunkLine['kind'], string>> = { context: ' ', added: '+', deleted: '-' };

/**
 * The lines of a hunk as a reviewer reads them: line number in the head, sign, text. The first names the place, with `note`
 * after it.
 */
export function hunkLines({ oldStart, oldLines, newStart, newLines, lines }: Hunk, note = ''): readonly string[] {
  const width = String(newStart + newLines).length;
  return [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@${note}`,
    ...lines.map(({ kind, newLine, text }) => `${numberOf(newLine).padStart(width)} ${signs[kind]}${oneLine(text)}`),
  ];
}

function numberOf(line: number | undefined): string {
  return line === undefined ? '' : String(line);
}

/** A line of a file that holds what some programs take for a line end stays one line. */
function oneLine(text: string): string {
  return visibleText(text).replaceAll('\n', '\\n');
}
