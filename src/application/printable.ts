/**
 * Everything that a reviewed repository can put into a name, a message or a line of code is hostile: it must not move the
 * cursor, colour the screen, start a new line of the report, turn the reading direction or hide.
 */

/** Control codes, direction marks, separators, invisible format characters, tags, noncharacters, lone surrogates. */
const unprintable = new RegExp(
  [
    String.raw`[\p{Cc}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0\u2800]`,
    String.raw`(?!\u200d)\p{Cf}`,
    // Whatever else shows nothing, unassigned ones included; a selector is kept since emoji need it.
    String.raw`(?!\u200d)(?![\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}`,
    // A joiner is kept only where it joins the parts of one emoji.
    String.raw`(?<!\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d`,
    String.raw`\u200d(?!\p{Extended_Pictographic})`,
    String.raw`[\ufdd0-\ufdef\ufffe\uffff]`,
  ].join('|'),
  'gu',
);

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line that shows every character that would not show: `\n`, `\x1b`, `\u202e`. Printable text is unchanged. */
export function printable(text: string): string {
  return text.replace(unprintable, escaped);
}

/** The lines of a text, each printable, tabs as two spaces. */
export function printableLines(text: string): string[] {
  return text.split(/\r?\n/u).map((line) => printable(line.replaceAll('\t', '  ')));
}

/** A text of many lines that shows what would not show; line feeds and tabs stay what they are. */
export function visibleText(text: string): string {
  return text.replace(unprintable, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));
}

/** JSON that a terminal does not obey either: the same value, with the unprintable characters as `\uXXXX`. */
export function printableJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  return json.replace(unprintable, (found) => (found === '\n' ? found : codeUnits(found)));
}

function escaped(found: string): string {
  const name = named[found];
  if (name !== undefined) return name;
  const code = found.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
}

function codeUnits(found: string): string {
  return Array.from({ length: found.length }, (_, index) => {
    return `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
