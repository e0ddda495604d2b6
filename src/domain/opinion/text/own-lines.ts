import { ownerOf } from '../verdict/introduction.js';
import { statesVerdict } from '../verdict/statements.js';
import type { Layout, Line } from './layout.js';
import { plain } from './inline.js';

export interface OwnLines {
  /** The layout in which a block that is the whole answer has become text. */
  readonly layout: Layout;
  /** A verdict stands in a block or quotation that is not the reviewer's own speech. */
  readonly quotedVerdict: boolean;
  readonly note?: string;
}

/** Lines outside of a block that may stand around an answer inside of it. */
const mostOutside = 3;

/**
 * A reviewer who puts the whole answer into one block is heard. A block beside other text is a quotation, unless the words
 * before it call it the answer; a quotation and a block of a diff never speak.
 */
export function ownLines(layout: Layout): OwnLines {
  const outside = layout.lines.filter(({ kind, raw }) => (kind === 'text' || kind === 'quote') && raw.trim() !== '');
  const [only, second] = layout.fences.filter(({ from, to }) =>
    layout.lines.slice(from, to).some(({ kind }) => kind === 'code'),
  );
  if (
    only !== undefined &&
    second === undefined &&
    only.closed &&
    (isPlainLanguage(only.language) || isAnswerIn(only.language, layout.lines.slice(only.from, only.to))) &&
    outside.length <= mostOutside
  ) {
    const lead = outside
      .filter(({ number }) => number <= only.from)
      .map(({ raw }) => raw.replace(/`{3,}$/, ''))
      .join('\n');
    const owner = ownerOf(lead);
    if (
      outside.length === 0 ||
      owner === 'reviewer' ||
      (owner === 'unknown' && !saysVerdict(layout.lines, only.from, only.to))
    )
      return {
        layout: opened(layout, only.from, only.to),
        quotedVerdict: false,
        note: `lines ${only.from}-${only.to} are one block that holds the answer`,
      };
  }
  return {
    layout,
    quotedVerdict: layout.lines.some(
      (line) => (line.kind === 'code' || line.kind === 'quote') && isVerdictLine(line.raw),
    ),
  };
}

function isPlainLanguage(language: string): boolean {
  return ['', 'text', 'txt', 'markdown', 'md', 'plaintext', 'plain', 'review', 'output'].includes(language);
}

/** A block of data is an answer only where it names the parts of one. */
function isAnswerIn(language: string, lines: readonly Line[]): boolean {
  if (!['yaml', 'yml', 'xml'].includes(language)) return false;
  return lines.some(({ raw }) => /^(?:<review\b|<?(?:verdict|decision|findings|issues)[>:])/i.test(raw));
}

function opened(layout: Layout, from: number, to: number): Layout {
  const lines = layout.lines.map((line): Line =>
    line.number > from && line.number <= to && line.kind === 'code'
      ? { number: line.number, raw: line.raw.replace(/```\s*$/, ''), kind: line.raw.trim() === '' ? 'blank' : 'text' }
      : line,
  );
  return { lines, fences: [] };
}

function saysVerdict(lines: readonly Line[], from: number, to: number): boolean {
  return lines.slice(from, to).some(({ raw }) => isVerdictLine(raw));
}

function isVerdictLine(raw: string): boolean {
  return raw.length <= 300 && statesVerdict(plain(raw.replace(/^[\s>+#*-]+/, '')));
}
