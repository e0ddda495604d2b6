import type { AnalyzedFile } from '../analyzer.js';

/** PEP 263: a comment in one of the first two lines. */
const declaration = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

/** Encodings in which bytes that read as ASCII are those characters. */
const plain =
  /^(utf[-_]?8([-_]?sig)?|u8|(us[-_]?)?ascii|latin[-_]?\d+|l1|iso[-_]?8859[-_]\d+|(cp|windows[-_]?)125\d|koi8[-_][rut]|euc[-_](jp|kr)|gb2312)([-_](unix|dos|mac))?$/i;

/**
 * The line at which a Python file names an encoding in which it holds another program than the one that is read here: in UTF-7
 * `+AAo-` ends a line and with it a comment, in `unicode_escape` `\n` does.
 */
export function foreignEncoding({ language, head }: AnalyzedFile): { line: number; encoding: string } | undefined {
  if (language !== 'python' || head === undefined) return undefined;
  for (const [index, text] of head.lines.slice(0, 2).entries()) {
    const encoding = declaration.exec(text)?.[1];
    if (encoding !== undefined) return plain.test(encoding) ? undefined : { line: index + 1, encoding };
    if (!/^[ \t\f]*(#.*)?$/.test(text)) return undefined;
  }
  return undefined;
}
