import type { SgNode } from '@ast-grep/napi';
import type { Grammar, ParsedLanguage } from './grammar.js';

/** A node of the tree; offsets are UTF-16 units. */
export type SyntaxNode = SgNode;

export interface Comment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
}

/** One parsed side of a file, shared by everyone who asks for the same text. */
export class SyntaxTree {
  readonly language: ParsedLanguage;
  readonly root: SyntaxNode;
  readonly text: string;
  readonly #grammar: Grammar;
  readonly #byKinds = new Map<string, readonly SyntaxNode[]>();
  #comments: readonly Comment[] | undefined;
  #broken: readonly SyntaxNode[] | undefined;

  constructor(language: ParsedLanguage, grammar: Grammar, root: SyntaxNode, text: string) {
    this.language = language;
    this.#grammar = grammar;
    this.root = root;
    this.text = text;
  }

  /** All nodes of these kinds in document order; the kinds must exist in the grammar. */
  all(...kinds: readonly string[]): readonly SyntaxNode[] {
    const key = kinds.join(' ');
    const known = this.#byKinds.get(key);
    if (known !== undefined) return known;
    const found = descendants(this.root, ...kinds);
    this.#byKinds.set(key, found);
    return found;
  }

  comments(): readonly Comment[] {
    this.#comments ??= this.all(...this.#grammar.comments).map((node) => {
      const { start, end } = node.range();
      return { text: node.text(), start: start.index, end: end.index, line: start.line + 1, endLine: end.line + 1 };
    });
    return this.#comments;
  }

  /** Nodes where the parser found an error or had to invent a token. */
  broken(): readonly SyntaxNode[] {
    this.#broken ??= [...descendants(this.root, 'ERROR'), ...inventedTokens(this.root)];
    return this.#broken;
  }
}

/** Nodes of these kinds at or below `node`, in document order. */
export function descendants(node: SyntaxNode, ...kinds: readonly string[]): readonly SyntaxNode[] {
  return node.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } });
}

/** The child that plays this part, e.g. `body` of a function; null when there is none. */
export function field(node: SyntaxNode | null | undefined, name: string): SyntaxNode | null {
  return node?.field(name) ?? null;
}

/** Text of a part, empty when there is none. */
export function fieldText(node: SyntaxNode | null | undefined, name: string): string {
  return field(node, name)?.text() ?? '';
}

/** 1-based first line. */
export function lineOf(node: SyntaxNode): number {
  return node.range().start.line + 1;
}

/** 1-based last line. */
export function endLineOf(node: SyntaxNode): number {
  return node.range().end.line + 1;
}

/** Children that are neither punctuation nor comments. */
export function parts(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children().filter((child) => child.isNamed() && child.kind() !== 'comment');
}

/** Tokens of no width are ends of statement in some grammars; a closing bracket or keyword of no width was missing. */
function inventedTokens(root: SyntaxNode): readonly SyntaxNode[] {
  return root
    .findAll({ rule: { regex: '^$' } })
    .filter(
      (node) =>
        node.isLeaf() && (/^[^\s\w]$/.test(String(node.kind())) || /^(fi|done|esac|end)$/.test(String(node.kind()))),
    );
}
