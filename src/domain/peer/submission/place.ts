import type { ChangedFile } from '../../model/change.js';
import type { Side } from '../../model/finding.js';
import type { SubmittedFinding } from './submission.js';

/** What the reviewer was shown of one file. */
export interface ShownFile {
  /** Lines of the whole file at the head, at the base for a deletion. */
  readonly lines: number;
  readonly hunks: readonly { readonly lines: readonly ShownLine[] }[];
}

export interface ShownLine {
  readonly kind: 'context' | 'added' | 'deleted';
  readonly oldLine?: number;
  readonly newLine?: number;
  readonly text: string;
}

/** Where a finding points. */
export interface Place {
  readonly side: Side;
  readonly line?: number;
  readonly endLine?: number;
  readonly quote?: string;
  readonly placeNote?: string;
}

/**
 * The place of a finding. A quote that is found wins over a line number, which models get wrong; a line that the file does
 * not have is not shown as a place, and the note keeps what was stated (SPEC 2, rule 8).
 */
export function placeOf(finding: SubmittedFinding, file: ChangedFile, shown: ShownFile | undefined): Place {
  const quote = finding.quote?.trim() === '' ? undefined : finding.quote;
  const side: Side = file.status === 'D' ? 'base' : 'head';
  if (quote !== undefined) {
    const found = nearest(occurrences(quote, shown), finding.line);
    if (found !== undefined) return quoted(quote, found, finding.line);
  }
  return stated({ ...finding, ...(quote === undefined ? {} : { quote }) }, side, shown);
}

interface Occurrence {
  readonly side: Side;
  readonly line: number;
  readonly endLine: number;
}

function quoted(quote: string, { side, line, endLine }: Occurrence, stated: number | undefined): Place {
  const isThere = stated === undefined || (line <= stated && stated <= endLine);
  return {
    side,
    line,
    ...(endLine > line ? { endLine } : {}),
    quote,
    ...(isThere ? {} : { placeNote: `stated line ${stated}; the quoted text stands at line ${line}` }),
  };
}

function stated(finding: SubmittedFinding, side: Side, shown: ShownFile | undefined): Place {
  const { line, endLine, quote } = finding;
  const kept = quote === undefined ? {} : { quote };
  const unfound = quote !== undefined && shown !== undefined ? 'the quoted text is not in what was shown' : undefined;
  if (line === undefined) return { side, ...kept, ...noted(unfound) };
  if (shown !== undefined && (line < 1 || line > shown.lines))
    return { side, ...kept, ...noted(`stated line ${line}; the file has ${shown.lines} lines`, unfound) };
  const end = endOf(line, endLine, shown);
  const text = quote ?? textAt(shown, side, line);
  return {
    side,
    line,
    ...(end > line ? { endLine: end } : {}),
    ...(text === undefined ? {} : { quote: text }),
    ...noted(unfound),
  };
}

/** Never before the first line nor beyond the file. */
function endOf(line: number, endLine: number | undefined, shown: ShownFile | undefined): number {
  return endLine === undefined || endLine <= line ? line : Math.min(endLine, shown?.lines ?? endLine);
}

function noted(...notes: readonly (string | undefined)[]): { readonly placeNote?: string } {
  const given = notes.filter((note) => note !== undefined);
  return given.length === 0 ? {} : { placeNote: given.join('; ') };
}

/** The line itself as the quote, so that the finding keeps its identity when lines shift. */
function textAt(shown: ShownFile | undefined, side: Side, line: number): string | undefined {
  const text = linesOf(shown, side).find(({ at }) => at === line)?.text;
  return text === undefined || text.trim() === '' ? undefined : text;
}

function occurrences(quote: string, shown: ShownFile | undefined): readonly Occurrence[] {
  const wanted = trimmed(quote);
  return (['head', 'base'] as const).flatMap((side) => {
    const lines = linesOf(shown, side);
    return lines.flatMap((first, index) => {
      const run = lines.slice(index, index + wanted.length);
      const fits = run.length === wanted.length && run.every(({ text }, at) => text.trim() === wanted[at]);
      const unbroken = run.at(-1)?.at === first.at + wanted.length - 1;
      return fits && unbroken ? [{ side, line: first.at, endLine: first.at + wanted.length - 1 }] : [];
    });
  });
}

/** What a person would read as the same lines: without indentation and empty ends. */
function trimmed(quote: string): readonly string[] {
  return quote
    .trim()
    .split('\n')
    .map((line) => line.trim());
}

function linesOf(shown: ShownFile | undefined, side: Side) {
  return (shown?.hunks ?? []).flatMap(({ lines }) =>
    lines.flatMap(({ newLine, oldLine, text }) => {
      const at = side === 'head' ? newLine : oldLine;
      return at === undefined ? [] : [{ at, text }];
    }),
  );
}

/** The head before the base, then the nearest to what was stated. */
function nearest(found: readonly Occurrence[], line: number | undefined): Occurrence | undefined {
  const head = found.filter(({ side }) => side === 'head');
  const ordered = [...(head.length > 0 ? head : found)];
  if (line === undefined) return ordered[0];
  return ordered.sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))[0];
}
