import type { ParsedLanguage } from '../syntax/grammar.js';
import { scriptLanguages } from '../syntax/grammar.js';
import type { Comment, SyntaxTree } from '../syntax/tree.js';
import { deceives, steers } from './steering.js';
import type { Token } from './structure.js';
import { structureOf } from './structure.js';

/** What two sides of one program differ in, or why it is not proved that they are one program. */
export type Comparison = { readonly same: 'comments' | 'formatting' } | { readonly differs: string };

/** Space and comments before the token of the same index; one more stands after the last token. */
interface Gap {
  readonly text: string;
  readonly start: number;
  readonly comments: readonly Comment[];
}

interface Side {
  readonly tree: SyntaxTree;
  readonly tokens: readonly Token[];
  readonly gaps: readonly Gap[];
}

/** Compares two trees of one language. Strict: whatever is not surely the same is different. */
export function compareTrees(base: SyntaxTree, head: SyntaxTree): Comparison {
  if (squeeze(base) !== squeeze(head)) return { differs: 'code changed' };
  for (const tree of [base, head]) {
    if (tree.broken().length > 0) return { differs: 'a side does not parse without errors' };
  }
  const [old, now] = [structureOf(base), structureOf(head)];
  if (old.shape.length !== now.shape.length || old.shape.some((event, at) => event !== now.shape[at])) {
    return { differs: 'the syntax trees differ' };
  }
  if (readsItself[head.language]?.test(residue(head)) === true) return { differs: 'the program may read its own text' };
  const sides = { base: sideOf(base, old.tokens), head: sideOf(head, now.tokens) };
  const trouble = layoutTrouble(base, head) ?? gapTrouble(sides.base, sides.head);
  if (trouble !== undefined) return { differs: trouble };
  const sameComments =
    base.comments().length === head.comments().length &&
    base.comments().every((comment, at) => unindented(comment.text) === unindented(head.comments()[at]?.text ?? ''));
  return { same: sameComments ? 'formatting' : 'comments' };
}

/** The text without comments and space: a cheap test that most changes fail. */
function squeeze(tree: SyntaxTree): string {
  let code = '';
  let at = 0;
  for (const { start, end } of tree.comments()) {
    code += tree.text.slice(at, start);
    at = end;
  }
  return (code + tree.text.slice(at)).replace(/\s+/g, '');
}

function sideOf(tree: SyntaxTree, tokens: readonly Token[]): Side {
  const comments = tree.comments();
  let nextComment = 0;
  let from = 0;
  const gaps: Gap[] = [];
  for (const token of [...tokens, { start: tree.text.length, end: tree.text.length }]) {
    const inside: Comment[] = [];
    for (
      let comment = comments[nextComment];
      comment !== undefined && comment.start < token.start;
      comment = comments[nextComment]
    ) {
      inside.push(comment);
      nextComment += 1;
    }
    gaps.push({ text: tree.text.slice(from, token.start), start: from, comments: inside });
    from = token.end;
    while ((comments[nextComment]?.start ?? Infinity) < from) nextComment += 1;
  }
  return { tree, tokens, gaps };
}

/** What the place of a line says, and languages whose layout speaks or whose grammar is known to be loose. */
function layoutTrouble(base: SyntaxTree, head: SyntaxTree): string | undefined {
  return headTrouble(base, head) ?? (loose.has(base.language) ? looseTrouble(base, head) : undefined);
}

const loose: ReadonlySet<ParsedLanguage> = new Set<ParsedLanguage>(['shell', 'yaml', 'css']);

/** The first two lines may name the interpreter and, in Python, the encoding. */
function headTrouble(base: SyntaxTree, head: SyntaxTree): string | undefined {
  const [old, now] = [base.text.split('\n', 2), head.text.split('\n', 2)];
  if (old[0] !== now[0] && [old[0], now[0]].some((line) => line?.startsWith('#!')))
    return 'the interpreter line changed';
  if (base.language !== 'python' || old.join('\n') === now.join('\n')) return undefined;
  return [...old, ...now].some((line) => /^\s*#.*coding[:=]/.test(line)) ? 'the encoding line changed' : undefined;
}

function looseTrouble(base: SyntaxTree, head: SyntaxTree): string | undefined {
  if ((base.text + head.text).includes('\r')) return 'line endings matter in this language';
  if (base.language === 'yaml' && /[|>][-\d]*\+/.test(head.text)) return 'a block scalar keeps its trailing lines';
  return residue(base) === residue(head) ? undefined : 'the layout changed, which may matter in this language';
}

const script = /\b__filename\b|\bimport\.meta\.(url|filename)\b/;
/** What names the file of the program itself, whose comments it may obey. When in doubt it does: then the change is reviewed. */
const readsItself: Partial<Record<ParsedLanguage, RegExp>> = {
  typescript: script,
  tsx: script,
  javascript: script,
  python:
    /__(file|loader|spec|cached)__|\b(inspect|linecache|tokenize|getsource\w*|co_filename|orig_argv)\b|\bargv\[0\]|\.pyw?["']/,
  shell: /\$\{?0|\$\{[!#]0|BASH_SOURCE|BASH_ARGV0|\/proc\/(self|\$\$)/,
};

/** Lines without comments, trailing space and empty lines; of shell and CSS without indentation too. */
function residue(tree: SyntaxTree): string {
  let code = '';
  let at = 0;
  for (const { start, end } of tree.comments()) {
    code += tree.text.slice(at, start);
    at = end;
  }
  return (code + tree.text.slice(at))
    .split('\n')
    .map((line) => (tree.language === 'yaml' ? line.trimEnd() : line.trim()))
    .filter((line) => line !== '')
    .join('\n');
}

function gapTrouble(base: Side, head: Side): string | undefined {
  const { language } = head.tree;
  const commentsAreCode =
    head.tokens.some((token) => token.text === '=interpreted_string_literal:"C"') && language === 'go';
  for (const [at, now] of head.gaps.entries()) {
    const old = base.gaps[at];
    if (old === undefined || old.text === now.text) continue;
    const comments = [...old.comments, ...now.comments];
    if (comments.length === 0) continue;
    const trouble =
      commentTrouble(language, old, now, comments) ?? breakTrouble(language, old, now, head.tokens[at - 1]);
    if (trouble !== undefined) return trouble;
    if (commentsAreCode) return 'comments before `import "C"` are code';
  }
  return steeredLineTrouble(base, head);
}

function commentTrouble(
  language: ParsedLanguage,
  old: Gap,
  now: Gap,
  comments: readonly Comment[],
): string | undefined {
  if (unindented(old.text) === unindented(now.text)) return undefined;
  const steering = comments.find((comment) => !isShebang(comment) && steers(language, comment.text));
  if (steering !== undefined) return `a tool obeys the comment \`${excerpt(steering.text)}\``;
  return comments.some((comment) => deceives(comment.text))
    ? 'a comment holds control or direction characters'
    : undefined;
}

/** A line break ends a statement in these languages, also one that stands inside a block comment. */
function breakTrouble(language: ParsedLanguage, old: Gap, now: Gap, before: Token | undefined): string | undefined {
  if (language !== 'go' && !scriptLanguages.includes(language)) return undefined;
  if (before === undefined || /[;{}(,[]$/.test(before.text)) return undefined;
  return old.text.includes('\n') === now.text.includes('\n')
    ? undefined
    : 'a line break beside a comment may end a statement';
}

/** The lines that a steering comment stands on or above must not be broken differently. */
function steeredLineTrouble(base: Side, head: Side): string | undefined {
  const steered = (side: Side): string[] => {
    const lines = side.tree.text.split('\n');
    return side.tree
      .comments()
      .filter((comment) => !isShebang(comment) && steers(side.tree.language, comment.text))
      .map((comment) => `${lines[comment.line - 1]?.trim() ?? ''}\n${lines[comment.endLine]?.trim() ?? ''}`);
  };
  return steered(base).join('\n\n') === steered(head).join('\n\n')
    ? undefined
    : 'a line that a comment steers was laid out anew';
}

function isShebang(comment: Comment): boolean {
  return comment.start === 0 && comment.text.startsWith('#!');
}

function unindented(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

function excerpt(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 60);
}
