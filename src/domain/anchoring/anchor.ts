import type { RaisedFinding } from '../model/finding.js';
import { findQuote, quotedLines } from './quote.js';

/** Text of one file of the change on both sides, lines without their line feed. */
export interface AnchorFile {
  readonly path: string;
  readonly oldPath?: string;
  readonly base?: readonly string[];
  readonly head?: readonly string[];
}

/** Where a reviewer says that a finding is. */
export type StatedPlace = Pick<RaisedFinding, 'file' | 'line' | 'endLine' | 'quote'>;

/** Where it really is. `remark` says in words what of the statement did not hold; it belongs to the message. */
export interface Anchored {
  readonly place: Pick<RaisedFinding, 'file' | 'side' | 'line' | 'endLine' | 'quote'>;
  readonly remark?: string;
}

/**
 * Finds the place of a finding. The quote finds the line, whatever number stands beside it; a quote that is found nowhere leaves the
 * finding at its file, a file that nobody knows at the change as a whole. Nothing is dropped: what did not hold is told
 * (FAULTS ifc-lite#3658).
 *
 * @param exists whether the head holds a path that the change does not touch
 */
export function anchor(
  stated: StatedPlace,
  files: readonly AnchorFile[],
  exists: (path: string) => boolean = () => false,
): Anchored {
  if (stated.file === undefined) return withoutFile(stated, files);
  const file = fileNamed(stated.file, files);
  if (file !== undefined) return inFile(stated, file);
  const path = plainPath(stated.file);
  if (!exists(path)) return { place: {}, remark: `Stated at ${told(stated)}, which is no file of the change.` };
  const { line, endLine, quote } = stated;
  return {
    place: { file: path, ...(line !== undefined && { line }), ...(endLine !== undefined && { endLine }) },
    ...(quote !== undefined && { remark: `Quoted: ${quote}` }),
  };
}

/** A quote of several words that one file alone holds names its file. */
function withoutFile(stated: StatedPlace, files: readonly AnchorFile[]): Anchored {
  const { quote } = stated;
  if (quote === undefined || quotedLines(quote).join(' ').length < 12)
    return quote === undefined ? { place: {} } : { place: {}, remark: `Quoted: ${quote}` };
  const holding = files.filter((file) => findQuote(quote, file.head ?? [], undefined) !== undefined);
  const [only] = holding;
  if (only === undefined || holding.length > 1) return { place: {}, remark: `Quoted: ${quote}` };
  return inFile(stated, only);
}

function inFile(stated: StatedPlace, file: AnchorFile): Anchored {
  const { quote } = stated;
  if (quote !== undefined && quotedLines(quote).length > 0) return byQuote(quote, stated, file);
  return byLine(stated, file);
}

function byQuote(quote: string, stated: StatedPlace, file: AnchorFile): Anchored {
  for (const side of ['head', 'base'] as const) {
    const lines = file[side] ?? [];
    const found = findQuote(quote, lines, stated.line);
    if (found === undefined) continue;
    const { line, endLine } = found;
    return {
      place: {
        file: file.path,
        side,
        line,
        ...(endLine > line && { endLine }),
        quote: textOf(lines.slice(line - 1, endLine)),
      },
    };
  }
  return {
    place: { file: file.path },
    remark: `Stated at ${told(stated)} with a quote that the file does not hold: ${quote}`,
  };
}

function byLine(stated: StatedPlace, file: AnchorFile): Anchored {
  const { line } = stated;
  if (line === undefined) return { place: { file: file.path } };
  const side = file.head === undefined && file.base !== undefined ? 'base' : 'head';
  const lines = file[side] ?? [];
  if (line < 1 || line > lines.length)
    return { place: { file: file.path }, remark: `Stated at ${told(stated)}; the file has ${lines.length} lines.` };
  const endLine = Math.min(stated.endLine ?? line, lines.length);
  return {
    place: {
      file: file.path,
      side,
      line,
      ...(endLine > line && { endLine }),
      quote: textOf(lines.slice(line - 1, Math.max(line, Math.min(endLine, line + 4)))),
    },
  };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/\r$/, '')).join('\n');
}

function told({ file, line, endLine }: StatedPlace): string {
  const range = line === undefined ? '' : `:${line}${endLine === undefined || endLine === line ? '' : `-${endLine}`}`;
  return `${file ?? 'the change'}${range}`;
}

/** By its path, by its old path, or by an end of the path that no other file has. */
function fileNamed(stated: string, files: readonly AnchorFile[]): AnchorFile | undefined {
  const path = plainPath(stated);
  const candidates = [path, path.replace(/^[ab]\//, '')];
  for (const each of candidates) {
    const exact = files.find((file) => file.path === each) ?? files.find(({ oldPath }) => oldPath === each);
    if (exact !== undefined) return exact;
  }
  const ending = files.filter((file) => file.path.endsWith(`/${path}`) || path.endsWith(`/${file.path}`));
  return ending.length === 1 ? ending[0] : undefined;
}

function plainPath(stated: string): string {
  return stated
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
}
