/** 1-based and inclusive. */
export interface QuotedRange {
  readonly line: number;
  readonly endLine: number;
}

/** Lines of a quote that say something, blanks squeezed. */
export function quotedLines(quote: string): readonly string[] {
  return quote
    .split('\n')
    .map(squeeze)
    .filter((line) => line !== '' && line !== '...' && line !== '…');
}

/**
 * Where lines hold a quote: all its lines one after the other, blanks and blank lines apart. Of several places the one nearest to
 * the stated line. A quote of one line may be a part of a line.
 */
export function findQuote(quote: string, lines: readonly string[], near: number | undefined): QuotedRange | undefined {
  const wanted = quotedLines(quote);
  if (wanted.length === 0) return undefined;
  const text = lines.map(squeeze);
  for (const variant of [wanted, wanted.map(withoutMark)]) {
    if (variant.some((line) => line === '')) continue;
    const found = nearest(
      places(variant, text, (line, want) => line === want),
      near,
    );
    if (found !== undefined) return found;
    const [first = ''] = variant;
    if (variant.length > 1 || first.length < 4) continue;
    const within = nearest(
      places(variant, text, (line, want) => line.includes(want)),
      near,
    );
    if (within !== undefined) return within;
  }
  return undefined;
}

function places(
  wanted: readonly string[],
  text: readonly string[],
  fits: (line: string, want: string) => boolean,
): readonly QuotedRange[] {
  const found: QuotedRange[] = [];
  for (let start = 0; start < text.length; start += 1) {
    const end = endOf(wanted, text, start, fits);
    if (end !== undefined) found.push({ line: start + 1, endLine: end + 1 });
  }
  return found;
}

/** Index of the line that holds the last of `wanted`, when the first stands at `start`. */
function endOf(
  wanted: readonly string[],
  text: readonly string[],
  start: number,
  fits: (line: string, want: string) => boolean,
): number | undefined {
  let at = start;
  for (const [index, want] of wanted.entries()) {
    while (index > 0 && text[at] === '') at += 1;
    const line = text[at];
    if (line === undefined || !fits(line, want)) return undefined;
    at += 1;
  }
  return at - 1;
}

function nearest(found: readonly QuotedRange[], near: number | undefined): QuotedRange | undefined {
  const distance = ({ line }: QuotedRange): number => Math.abs(line - (near ?? 0));
  return found.reduce<QuotedRange | undefined>(
    (best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
    undefined,
  );
}

function squeeze(line: string): string {
  return line.replace(/\s+/gu, ' ').trim();
}

/** What a prompt or a diff puts before a line: `+12| `, `+ `, `- `. */
function withoutMark(line: string): string {
  return line.replace(/^(?:[+-]? ?\d+\| ?|[+-] ?)/, '');
}
