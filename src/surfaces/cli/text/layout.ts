import wrapAnsi from 'wrap-ansi';
import { cutTo, padLeft, padRight } from './measure.js';
import { printable } from './printable.js';
import { widthOf } from './width.js';

export { widthOf } from './width.js';

/** Pads with spaces on the right to `width` columns. */
export function padded(text: string, width: number): string {
  return padRight(text, width, widthOf);
}

/** Pads with spaces on the left to `width` columns. */
export function paddedLeft(text: string, width: number): string {
  return padLeft(text, width, widthOf);
}

/** Cuts to `width` columns and says so by three dots. */
export function cut(text: string, width: number): string {
  return cutTo(text, width, widthOf);
}

/** Wraps hostile or own prose to lines of at most `width` columns (never below 16), words kept whole where they fit. */
export function wrapped(text: string, width: number): string[] {
  const lines = text.split(/\r?\n/u).map((line) => printable(line.replaceAll('\t', ' ')));
  return lines.flatMap((line) => wrapAnsi(line, Math.max(16, width), { hard: true, trim: true }).split('\n'));
}

/**
 * Wraps, with `first` in front and every following line indented by its width. A `first` that takes more than half of the
 * width stands on a line of its own.
 */
export function hanging(first: string, text: string, columns: number): string[] {
  const indent = widthOf(first);
  if (indent > columns / 2) {
    const lead = first.length - first.trimStart().length + 2;
    return [first.trimEnd(), ...wrapped(text, columns - lead).map((line) => `${' '.repeat(lead)}${line}`.trimEnd())];
  }
  const lines = wrapped(text, columns - indent);
  return lines.map((line, index) => `${index === 0 ? first : ' '.repeat(indent)}${line}`.trimEnd());
}

/** `1 file`, `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
