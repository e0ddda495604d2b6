import { printable, printableLines } from '../text/printable.js';

/**
 * Neutralises hostile text for Markdown on code hosts: no HTML, no emphasis, no links, and no mentions or references,
 * which the hosts look for after rendering and which only an invisible break stops.
 */
const broken = '&#8203;';

/** One line of prose. */
export function markdownText(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()|~^$=]/gu, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/(?:^|(?<=\s))(?:[-+]|\d+[.)])(?=\s|$)/gu, (sign) => `${sign}${broken}`)
    .replace(/(?<!&)#(?=[\p{L}\p{N}#\s]|$)/gu, `&#35;${broken}`)
    .replace(/[@!%](?=[\p{L}\p{N}])/gu, (sign) => `${sign}${broken}`)
    .replace(/(GH-)(?=\d)/giu, `$1${broken}`)
    .replace(/(https?|ftp|mailto|xmpp)(?=:)/giu, `$1${broken}`)
    .replace(/(www)(?=\.)/giu, `$1${broken}`)
    .replace(/\b(?=[0-9a-f]{7,64}\b)([0-9a-f]{6})/giu, `$1${broken}`);
}

/** Prose of several lines, as one paragraph with line breaks. */
export function markdownProse(text: string): string {
  return printableLines(text)
    .map((line) => markdownText(line.trim()))
    .join('<br>');
}

/** A code span: hosts look for nothing inside. `inTable`: the bar would end the cell. */
export function markdownCode(text: string, inTable = false): string {
  const shown = printable(text);
  const ticks = Math.max(0, ...(shown.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(ticks + 1);
  const pad = shown === '' || /^[` ]|[` ]$/u.test(shown) ? ' ' : '';
  const span = `${fence}${pad}${shown}${pad}${fence}`;
  return inTable ? span.replaceAll('|', '\\|') : span;
}

/** A fenced block whose fence no line of the text can close. */
export function markdownBlock(text: string): string {
  const lines = printableLines(text);
  const ticks = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/gu) ?? []).map((run) => run.length)));
  const fence = '`'.repeat(ticks + 1);
  return [`${fence}text`, ...lines, fence].join('\n');
}
