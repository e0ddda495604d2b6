import type { Remark } from '../reading.js';

// eslint-disable-next-line no-control-regex -- terminal escapes are made of control characters
const escapes = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-Z\\-_]?/g;
// eslint-disable-next-line no-control-regex -- what is left of them must not hide a word
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Marks without width or with direction only: they can split "not" from what it negates. */
const invisible = /\u00ad|\u034f|\u061c|[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f]|[\ufe00-\ufe0f]|\ufeff/g;
const thinkingTag =
  /<(\/?)(?:think|thinking|thought|thoughts|reasoning|scratchpad|reflection|antthinking|analysis_scratchpad)>/gi;

/** A row of a comment that is nothing but a place can state no verdict, and tells a finding where it belongs. */
const placeOnly = /^\s*[\w./@+-]{1,300}(?:#L|:)\d{1,7}(?:-L?\d{1,7})?\s*$/;

export interface CleanText {
  /** Same number of lines as the original; what was set aside is blank. */
  readonly text: string;
  readonly setAside: readonly Remark[];
  /** A thinking tag was opened and never closed: the answer itself is missing. */
  readonly openThinking: boolean;
}

/** Removes what only a terminal or a renderer sees, and sets the reviewer's private thinking and comments aside. */
export function cleanText(raw: string): CleanText {
  const visible = raw
    .replace(escapes, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(invisible, '')
    .replace(controls, ' ');
  const setAside: Remark[] = [];
  const thinking = withoutThinking(visible, setAside);
  return { text: withoutComments(thinking.text, setAside), setAside, openThinking: thinking.open };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function withoutThinking(text: string, setAside: Remark[]): { readonly text: string; readonly open: boolean } {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of text.matchAll(thinkingTag)) {
    if (text[tag.index - 1] === '`') continue;
    const end = tag.index + tag[0].length;
    if (tag[1] === '') {
      if (depth === 0) start = tag.index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) spans.push({ from: start, to: end });
    } else {
      // Some chat templates swallow the opening tag: all before the closing one was thinking.
      spans.splice(0, spans.length, { from: 0, to: end });
    }
  }
  if (depth > 0) spans.push({ from: start, to: text.length });
  return { text: blank(text, spans, 'thinking', setAside), open: depth > 0 };
}

function withoutComments(text: string, setAside: Remark[]): string {
  const spans: Span[] = [];
  let from = text.indexOf('<!--');
  while (from >= 0) {
    const end = text.indexOf('-->', from + 4);
    if (end < 0) break;
    if (text[from - 1] !== '`') spans.push({ from, to: end + 3 });
    from = text.indexOf('<!--', end + 3);
  }
  return blank(text, spans, 'comment', setAside);
}

function blank(text: string, spans: readonly Span[], kind: Remark['kind'], setAside: Remark[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  let line = 1;
  for (const { from, to } of spans) {
    const before = text.slice(at, from);
    const inside = text.slice(from, to);
    line += newlines(before);
    const last = line + newlines(inside);
    setAside.push({ from: line, to: last, text: inside, kind });
    line = last;
    parts.push(
      before,
      inside.replace(/[^\n]+/g, (row) => (kind === 'comment' && placeOnly.test(row) ? row : ' ')),
    );
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

export function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
