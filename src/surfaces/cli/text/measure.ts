import { isAscii } from './ascii.js';

/** Columns that a printable text takes on a terminal; wide characters take two. */
export type Measure = (text: string) => number;

/** A measure that is right for these texts. The tables of wide characters are loaded only where one may occur. */
export async function measureFor(texts: readonly string[]): Promise<Measure> {
  if (texts.every(isAscii)) return (text) => text.length;
  return (await import('./width.js')).widthOf;
}

/** Pads with spaces on the right to `width` columns. */
export function padRight(text: string, width: number, measure: Measure): string {
  return text + ' '.repeat(Math.max(0, width - measure(text)));
}

/** Pads with spaces on the left to `width` columns. */
export function padLeft(text: string, width: number, measure: Measure): string {
  return ' '.repeat(Math.max(0, width - measure(text))) + text;
}

/** Cuts to `width` columns and says so by three dots. */
export function cutTo(text: string, width: number, measure: Measure): string {
  // A longer text is measured only at its start, since hostile lines can be megabytes long.
  const start = text.slice(0, width * 8);
  if (start.length === text.length && measure(text) <= width) return text;
  if (isAscii(start)) return `${start.slice(0, Math.max(0, width - 3))}...`;
  let used = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(start)) {
    used += measure(segment);
    if (used > width - 3) break;
    kept += segment;
  }
  return `${kept}...`;
}
