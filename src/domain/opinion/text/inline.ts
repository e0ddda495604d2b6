const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['rsquo', '’'],
  ['lsquo', '‘'],
  ['rdquo', '”'],
  ['ldquo', '“'],
]);

/** Decodes the entities that occur in text about code. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return entities.get(name.toLowerCase()) ?? whole;
    const code = typeof decimal === 'string' ? Number.parseInt(decimal, 10) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** The words of a line without the signs of Markdown and HTML. Code keeps its backticks. */
export function plain(text: string): string {
  if (!/[[<&*_]/.test(text)) return text.trim();
  return outsideCode(withoutLinks(text), (part) =>
    part.replace(/\*{1,3}/g, '').replace(/(^|[\s(])_{1,2}(?=\S)|(?<=\S)_{1,2}(?=[\s).,:;!?]|$)/g, '$1'),
  ).trim();
}

/** Links, elements and entities resolved; stress and code keep their signs. */
export function withoutLinks(text: string): string {
  if (!/[[<&]/.test(text)) return text;
  return decodeEntities(outsideCode(text.replace(codeLink, link), undecorated));
}

function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') && part.length > 1 ? part : change(part)))
    .join('');
}

/** A link whose words are code, and may hold brackets of their own. */
const codeLink = /\[(`[^`]{1,300}`)\]\(([^()\s`]{1,1000})\)/g;

function undecorated(text: string): string {
  return text
    .replace(/!\[([^[\]]{0,200})\]\([^()\s]{0,1000}\)/g, '$1')
    .replace(/\[((?:[^[\]]|\[[^[\]]{0,60}\]){1,300})\]\(([^()\s]{1,1000})\)/g, link)
    .replace(/<\/?(?:b|strong)>/gi, '**')
    .replace(/<a\s[^<>]{0,200}?href=["']([^"'<>]{1,600})["'][^<>]{0,200}>/gi, (_tag, target: string) =>
      /#L\d|#diff-\w+[LR]\d/.test(target) ? `${target} ` : '',
    )
    .replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, ' ');
}

/** A link's target is kept where it names a place that its words do not. */
function link(_whole: string, title: string, target: string): string {
  const words = title.replace(/^[`*]+|[`*]+$/g, '');
  if (!/#L\d/.test(target) || /:L?\d+(?:-L?\d+)?$/.test(words)) return title;
  return target.replace(/#L.*$/, '').endsWith(words) ? target : `${title} ${target}`;
}

/** Text that the line itself marks as somebody else's words, or as withdrawn, replaced by a blank sign. */
export function withoutQuoted(text: string): string {
  return text
    .replace(/`[^`]*`/g, ' ¶ ')
    .replace(/"[^"]*"|“[^“”]*”|«[^«»]*»|„[^„“”]*[“”]|「[^「」]*」|『[^『』]*』/g, ' ¶ ')
    .replace(/(^|[\s(])'[^']*'(?=[\s).,:;!?]|$)/g, '$1 ¶ ')
    .replace(/~~[^~]*~~/g, ' ¶ ');
}

export interface Marked {
  readonly indent: number;
  /** Depth of a heading, 7 for a line that is bold as a whole, undefined for others. */
  readonly heading?: number;
  readonly bullet?: 'point' | 'number';
  readonly checkbox?: 'checked' | 'open';
  /** Number that a colon follows, which may be that of a line. */
  readonly number?: number;
  /** What is left of the line. */
  readonly rest: string;
}

const listMark =
  /^(?:([-•◦▪‣–]|\+(?=\s)|\*(?=\s|[^*]*$))|(\d{1,3}|[a-zA-Z])\\?[.)](?=\s)|(\d{1,6}):(?=\s+\S)|#(\d{1,3})(?=[\s:.)]))\s*/;

/** Takes the structural mark off a line. */
export function markOf(raw: string): Marked {
  const indent = raw.length - raw.trimStart().length;
  const text = raw.trim();
  const htmlHeading = /^(?:<details[^<>]{0,100}>\s*)?<(?:h([1-6])|summary)\b[^<>]{0,200}>/i.exec(text);
  if (htmlHeading !== null) return { indent, heading: Number(htmlHeading[1] ?? 5), rest: text };
  const heading = /^(#{1,6})\s+(?=\S)/.exec(text);
  if (heading?.[1] !== undefined)
    return { indent, heading: heading[1].length, rest: text.slice(heading[0].length).replace(/\s#+$/, '') };
  if (isBold(text) || boldNumber.test(text)) return { indent, heading: 7, rest: text };
  const mark = listMark.exec(text);
  if (mark === null || mark[0].length >= text.length || /^(?:\*\*|--)/.test(text)) return { indent, rest: text };
  return {
    indent,
    bullet: mark[1] === undefined ? 'number' : 'point',
    ...(mark[3] === undefined ? {} : { number: Number.parseInt(mark[3], 10) }),
    ...boxed(text.slice(mark[0].length)),
  };
}

function boxed(rest: string): { rest: string; checkbox?: 'checked' | 'open' } {
  const box = /^\[([ xX✓✔])\]\s+(?=\S)/.exec(rest);
  if (box === null) return { rest };
  return { rest: rest.slice(box[0].length), checkbox: box[1] === ' ' ? 'open' : 'checked' };
}

/** "**2. Lock leaks** (`a.ts`)": a numbered title in stress. */
const boldNumber = /^\*\*(?:\d{1,3}[.)]|[A-Z]{1,3}-?\d{1,3}[.):])\s/;

function isBold(text: string): boolean {
  const inner = /^(?:\*\*\*?|__)(.+?)(?:\*\*\*?|__):?$/.exec(text)?.[1];
  return inner !== undefined && !inner.includes('**') && !inner.includes('__');
}

/** Cells of a Markdown table row, or undefined. */
export function cellsOf(raw: string): readonly string[] | undefined {
  const text = raw.trim();
  if (!text.startsWith('|') || text.length < 3) return undefined;
  const inner = text.endsWith('|') ? text.slice(1, -1) : text.slice(1);
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, '|'));
}

export function isRule(cells: readonly string[]): boolean {
  return cells.every((cell) => /^:?-+:?$/.test(cell));
}
