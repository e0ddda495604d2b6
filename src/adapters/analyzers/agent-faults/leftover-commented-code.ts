import type { Language } from '../language.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { isTree, parseSource } from '../syntax/parse.js';
import type { Comment, SyntaxTree } from '../syntax/tree.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';

const doc: RuleDoc = {
  id: 'leftover/commented-out-code',
  role: 'auditor',
  severity: 'minor',
  languages: [...scriptLanguages, 'python', 'go'],
  title: 'Code was commented out',
  why: 'Readers cannot tell whether it is still wanted; history keeps it anyway. Silent on fewer than three lines and on examples in documentation comments.',
  remedy: 'Delete it, or bring it back.',
};

export const leftoverCommentedCode: SideRule = {
  doc,
  languages: [...scriptLanguages, 'python', 'go'],
  scan: async (side) => {
    const spots: Spot[] = [];
    for (const block of lineCommentBlocks(side.tree)) {
      if (block.length >= 3 && (await isCode(side, block))) spots.push(spot(block));
    }
    return spots;
  },
};

function spot(block: readonly Comment[]): Spot {
  return {
    line: block[0]?.line ?? 0,
    endLine: block.at(-1)?.line ?? 0,
    severity: 'minor',
    message: `${block.length} lines of code are commented out. Delete them, or bring them back; the history keeps what was.`,
  };
}

/** Runs of comments of one line each, with nothing but indentation between them. */
function lineCommentBlocks(tree: SyntaxTree): readonly (readonly Comment[])[] {
  const blocks: Comment[][] = [];
  let last: Comment | undefined;
  for (const comment of tree.comments()) {
    const isLine = comment.line === comment.endLine && /^(\/\/(?!\/)|#(?!!))/.test(comment.text);
    const follows = last?.line === comment.line - 1 && tree.text.slice(last.end, comment.start).trim() === '';
    if (isLine && follows) blocks.at(-1)?.push(comment);
    else if (isLine && ownsLine(tree, comment)) blocks.push([comment]);
    last = isLine && (follows || ownsLine(tree, comment)) ? comment : undefined;
  }
  return blocks;
}

function ownsLine(tree: SyntaxTree, comment: Comment): boolean {
  return tree.text.slice(tree.text.lastIndexOf('\n', comment.start - 1) + 1, comment.start).trim() === '';
}

async function isCode(side: ParsedSide, block: readonly Comment[]): Promise<boolean> {
  const lines = block.map((comment) => comment.text.replace(/^(\/\/|#) ?/, ''));
  const looks = lines.filter((line) => codeLine.test(line) && !proseLine.test(line)).length;
  const blank = lines.filter((line) => line.trim() === '').length;
  if (lines.length - blank < 3 || looks * 10 < (lines.length - blank) * 6) return false;
  const { language } = side.tree;
  const [first = '', ...rest] = lines;
  return (
    (await parses(language, lines)) || (!codeLine.test(first) && rest.length >= 3 && (await parses(language, rest)))
  );
}

const codeLine =
  /[;{}]\s*$|^\s*[)\]}]|\)\s*[,:]?\s*$|^\s*(const|let|var|return|import|from|if|for|while|def|class|func|export|await|else|try|except|raise|self\.|this\.)\b.*[\w)\]'"`;:{,]$|^\s*[\w.[\]]+\s*(:=|[+-]?=)\s*\S+/;
const proseLine = /^\s*[A-Z][a-z]+ [a-z]+ [a-z]+|[a-z]\.\s*$|^\s*[-*•] /;

async function parses(language: Language, lines: readonly string[]): Promise<boolean> {
  const text = lines.join('\n');
  const wrapped =
    language === 'go' && !/^\s*(func|type|package)\b/.test(text)
      ? `package p\n\nfunc _() {\n${text}\n}\n`
      : language === 'go'
        ? `package p\n\n${text}\n`
        : unindented(lines);
  const tree = await parseSource(language, wrapped);
  return isTree(tree) && tree.broken().length === 0 && tree.all(...statements(language)).length > 0;
}

function unindented(lines: readonly string[]): string {
  const margin = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0),
  );
  return `${lines.map((line) => line.slice(margin)).join('\n')}\n`;
}

function statements(language: Language): readonly string[] {
  if (language === 'python')
    return [
      'assignment',
      'call',
      'import_statement',
      'import_from_statement',
      'return_statement',
      'function_definition',
    ];
  if (language === 'go')
    return ['call_expression', 'short_var_declaration', 'assignment_statement', 'return_statement'];
  return [
    'call_expression',
    'lexical_declaration',
    'variable_declaration',
    'assignment_expression',
    'return_statement',
    'import_statement',
  ];
}
