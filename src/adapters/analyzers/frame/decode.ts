import type { SourceText } from '../analyzer.js';

/** Texts above this many bytes are not loaded: no person wrote them, and tools would take minutes. */
export const maxTextBytes = 5_000_000;

/** Why bytes that may well be a text in another encoding are not read. */
export const notUtf8 = 'not valid UTF-8';

/** The text, or why it is none. Strict UTF-8: a replaced byte would be a text nobody committed. */
export function decode(bytes: Uint8Array): SourceText | { readonly unreadable: string } {
  if (bytes.includes(0)) return { unreadable: 'binary content' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return { unreadable: notUtf8 };
    throw error;
  }
  return { text, lines: splitLines(text) };
}

/** Lines as git counts them: LF ends a line, the CR before it is not part of it, no line after a final LF. */
function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}
