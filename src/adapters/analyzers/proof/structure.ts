import type { ParsedLanguage } from '../syntax/grammar.js';
import { scriptLanguages } from '../syntax/grammar.js';
import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The program without its comments and layout. */
export interface Structure {
  /** The tree in preorder: `(kind` opens a node, `)` closes it, anything else is a token. Equal shapes are equal programs. */
  readonly shape: readonly string[];
  readonly tokens: readonly Token[];
}

/** Nodes whose every character matters: they are compared as one token. */
const opaque: Readonly<Record<ParsedLanguage, ReadonlySet<string>>> = (() => {
  const script = new Set(['string', 'template_string', 'regex', 'html_comment', 'hash_bang_line']);
  return {
    typescript: script,
    tsx: script,
    javascript: script,
    python: new Set(['string']),
    go: new Set(['interpreted_string_literal', 'raw_string_literal', 'rune_literal']),
    shell: new Set(
      'string raw_string ansi_c_string translated_string heredoc_body heredoc_redirect herestring_redirect regex expansion word'.split(
        ' ',
      ),
    ),
    yaml: new Set(['block_scalar', 'double_quote_scalar', 'single_quote_scalar', 'plain_scalar']),
    css: new Set(['string_value', 'plain_value', 'color_value', 'integer_value', 'float_value']),
  };
})();

/** Walks without recursion: the depth of the tree is the author's choice. */
export function structureOf(tree: SyntaxTree): Structure {
  const shape: string[] = [];
  const tokens: Token[] = [];
  const stack: (SyntaxNode | undefined)[] = [tree.root];
  let last = 0;
  const push = (text: string, start: number, end: number): void => {
    shape.push(text);
    tokens.push({ text, start, end });
    last = end;
  };
  const whole = opaque[tree.language];
  const comments = commentRanges(tree);

  while (stack.length > 0) {
    const node = stack.pop();
    if (node === undefined) {
      shape.push(')');
      continue;
    }
    const kind = String(node.kind());
    if (kind === 'comment') continue;
    const children = whole.has(kind) ? [] : node.children();
    const isToken = children.length === 0;
    if (isToken) {
      const { start, end } = node.range();
      const between = unclaimed(tree.text, last, start.index, comments);
      if (between !== '') push(`?${between}`, last, start.index);
      push(
        `=${kind}:${tokenText(tree.language, kind, tree.text.slice(start.index, end.index))}`,
        start.index,
        end.index,
      );
      continue;
    }
    shape.push(`(${kind}`);
    stack.push(undefined);
    for (let at = children.length - 1; at >= 0; at -= 1) stack.push(children[at]);
  }
  const rest = unclaimed(tree.text, last, tree.text.length, comments);
  if (rest !== '') push(`?${rest}`, last, tree.text.length);
  return { shape, tokens };
}

/** Text between two tokens that is neither space nor comment; the grammar gives some contents no node of their own. */
function unclaimed(text: string, from: number, to: number, comments: ReadonlyMap<number, number>): string {
  let found = '';
  for (let at = from; at < to;) {
    const end = comments.get(at);
    if (end !== undefined && end <= to) {
      at = end;
      continue;
    }
    const unit = text.charAt(at);
    if (!/[ \t\r\n]/.test(unit)) found += unit;
    at += 1;
  }
  return found;
}

function commentRanges(tree: SyntaxTree): ReadonlyMap<number, number> {
  return new Map(tree.comments().map(({ start, end }): [number, number] => [start, end]));
}

/**
 * JSX text as the language defines its value: lines are trimmed, empty ones vanish, the others join with one space. Only
 * line breaks with their indentation may change.
 */
function tokenText(language: ParsedLanguage, kind: string, text: string): string {
  if (kind !== 'jsx_text' || !scriptLanguages.includes(language) || !text.includes('\n')) return text;
  const lines = text.split(/\r?\n/);
  return lines
    .map((line, at) => {
      const head = at === 0 ? line : line.replace(/^[ \t]+/, '');
      return at === lines.length - 1 ? head : head.replace(/[ \t]+$/, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}
