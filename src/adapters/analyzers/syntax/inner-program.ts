import type { AnalyzedFile, SourceText } from '../analyzer.js';
import type { ParsedLanguage } from './grammar.js';

interface Host {
  readonly name: RegExp;
  readonly language: ParsedLanguage;
  /** Parts of the text that are program, as UTF-16 offsets, and what stands in the place of their marks. */
  readonly programs: (text: string) => readonly Part[];
}

interface Part {
  readonly from: number;
  readonly to: number;
  /** A value that is printed, not a statement: it is closed off from its neighbours. */
  readonly isValue?: boolean;
}

/** Documents and templates that hold programs of their own. */
const hosts: readonly Host[] = [
  { name: /\.mdx$/i, language: 'tsx', programs: mdxModules },
  { name: /\.ejs$/i, language: 'javascript', programs: ejsScriptlets },
  { name: /\.(html?|xhtml)$/i, language: 'javascript', programs: htmlScripts },
  {
    name: /(^|\/)(dockerfile|containerfile)(\.[^/]*)?$|\.(dockerfile|containerfile)$/i,
    language: 'shell',
    programs: runCommands,
  },
];

/**
 * The program inside of a document or template: the same file with everything else blanked, so that lines and columns stay.
 * Undefined for a file that holds none.
 */
export function innerProgram(file: AnalyzedFile): (AnalyzedFile & { readonly language: ParsedLanguage }) | undefined {
  const host = hosts.find(({ name }) => name.test(file.path));
  if (host === undefined) return undefined;
  const [base, head] = [file.base, file.head].map((side) => side && inner(side, host));
  if (isBlank(base) && isBlank(head)) return undefined;
  return { ...file, language: host.language, base, head };
}

function isBlank(side: SourceText | undefined): boolean {
  return side === undefined || side.text.trim() === '';
}

function inner({ text }: SourceText, host: Host): SourceText {
  let blanked = '';
  let at = 0;
  for (const { from, to, isValue } of host.programs(text)) {
    const gap = blank(text.slice(at, from));
    blanked += isValue === true && gap !== '' ? `${gap.slice(0, -1)};` : gap;
    blanked += text.slice(from, to);
    at = to;
    // The mark that closes it is two characters wide.
    if (isValue !== true) continue;
    blanked += ';';
    at += 1;
  }
  blanked += blank(text.slice(at));
  return { text: blanked, lines: blanked.split('\n').map((line) => line.replace(/\r$/, '')) };
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/**
 * `import` and `export` at the start of a line, up to the blank line that ends them outside of brackets (MDX 3: ESM). Code in
 * fences is an example, not a program.
 */
function mdxModules(text: string): readonly Part[] {
  const parts: Part[] = [];
  let fence: string | undefined;
  let open: { from: number; depth: number } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (open === undefined && mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
    }
    if (open === undefined && fence === undefined && /^(import|export)\b/.test(line)) open = { from: at, depth: 0 };
    if (open !== undefined) {
      open.depth += balance(line);
      if (line.trim() === '' && open.depth <= 0) {
        parts.push({ from: open.from, to: at });
        open = undefined;
      }
    }
    at += line.length + 1;
  }
  if (open !== undefined) parts.push({ from: open.from, to: text.length });
  return parts;
}

function balance(line: string): number {
  return (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
}

/** `<% … %>` and, closed off as a statement, `<%= … %>` and `<%- … %>`; not the comment `<%# … %>` nor the literal `<%%`. */
function ejsScriptlets(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (let open = text.indexOf('<%'); open !== -1; open = text.indexOf('<%', open)) {
    const mark = text.charAt(open + 2);
    if (mark === '%') {
      open += 3;
      continue;
    }
    const from = open + ('_=-'.includes(mark) ? 3 : 2);
    const close = text.indexOf('%>', from);
    if (close === -1) break;
    const to = /[_-]/.test(text.charAt(close - 1)) && close > from ? close - 1 : close;
    if (mark !== '#') parts.push({ from, to, ...(mark === '=' || mark === '-' ? { isValue: true } : {}) });
    open = close + 2;
  }
  return parts;
}

/** What stands in `<script>` elements of a page, unless their type says that it is data. */
function htmlScripts(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (const match of text.matchAll(/<script\b([^>]*)>/gi)) {
    const [opening, attributes = ''] = match;
    const type = /\btype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1] ?? 'module';
    const from = match.index + opening.length;
    const to = text.slice(from, from + 1_000_000).search(/<\/script\b/i);
    if (to > 0 && /^(module|text\/(java|ecma)script|application\/javascript)$/i.test(type))
      parts.push({ from, to: from + to });
  }
  return parts;
}

/** What `RUN` hands to the shell, without its options; the other form, a list in JSON, starts a program and no shell. */
function runCommands(text: string): readonly Part[] {
  const run = /^([ \t]*RUN[ \t]+(?:--\S+[ \t]+|\\\r?\n[ \t]*)*)(?![[<])((?:[^\\\n]|\\[^\n]|\\\n)*)/gim;
  return [...text.matchAll(run)].map(({ index, 1: opening = '', 2: command = '' }) => {
    const from = index + opening.length;
    return { from, to: from + command.length };
  });
}
