import { isAddedLine, touchesRange } from '../../../domain/model/change.js';
import type { AnalyzedFile, Hit } from '../analyzer.js';
import type { Language } from '../language.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { endLineOf, field, fieldText, lineOf, parts, type SyntaxNode } from '../syntax/tree.js';
import type { ChangeRule, ParsedFile, ParsedSide } from './fault-rule.js';

const doc: RuleDoc = {
  id: 'stub/early-return',
  role: 'core-developer',
  severity: 'important',
  languages: [...scriptLanguages, 'python', 'go'],
  title: 'A return was put above code that ran before',
  why: 'All that follows in the block never runs any more, however good it looks: a check answers without checking. Silent on returns under a condition, on functions and types declared below a return, on code that could not be reached before, and on tests.',
  remedy: 'Take the return away; where the code below is no longer wanted, remove that instead.',
  example: 'function isValid(address: string): boolean {\n  return true; // new\n  return pattern.test(address);\n}',
};

export const stubEarlyReturn: ChangeRule = {
  doc,
  judge: ({ files }) => {
    const programs = files.filter(({ file }) => !file.isTest);
    const dead = new Set(programs.flatMap(({ base }) => (base === undefined ? [] : cutsOf(base, leaving).map(keyOf))));
    return programs.flatMap((parsed) => earlyReturns(parsed, dead));
  },
};

/** A statement behind which its block never goes on, and what stands there in vain. */
interface Cut {
  readonly exit: SyntaxNode;
  readonly below: readonly [SyntaxNode, ...SyntaxNode[]];
}

function earlyReturns({ file, head }: ParsedFile, dead: ReadonlySet<string>): readonly Hit[] {
  if (head === undefined) return [];
  return cutsOf(head, returning).flatMap((cut): Hit[] => {
    const [line, endLine] = [lineOf(cut.exit), endLineOf(cut.exit)];
    if (!touchesRange(file.entry.addedLines, line, endLine) || dead.has(keyOf(cut))) return [];
    // Where all of it is new, the linter of scripts says so; Python and Go have none that does.
    if (isScript(file.language) && !cut.below.some((node) => hasOldLine(file, node))) return [];
    return [
      {
        rule: doc.id,
        severity: 'important',
        file: file.path,
        side: 'head',
        line,
        endLine,
        message: `Nothing below \`${firstLine(cut.exit)}\` in this block runs any more, from line ${lineOf(cut.below[0])} on. Take the return away, or remove what is no longer wanted.`,
      },
    ];
  });
}

const isScript = (language: Language): boolean => scriptLanguages.some((each) => each === language);

function hasOldLine({ entry }: AnalyzedFile, node: SyntaxNode): boolean {
  for (let line = lineOf(node); line <= endLineOf(node); line += 1) if (!isAddedLine(entry, line)) return true;
  return false;
}

/** By what is cut off: that the value above it changed makes it no more dead than it was. */
function keyOf({ below }: Cut): string {
  return below[0].text();
}

function firstLine(node: SyntaxNode): string {
  return (node.text().split('\n')[0] ?? '').trim().slice(0, 60);
}

function cutsOf({ tree }: ParsedSide, isExit: (statement: SyntaxNode) => boolean): readonly Cut[] {
  if (!known.has(tree.language)) return [];
  return tree.all(...(blocks[tree.language] ?? scriptBlocks)).flatMap((block): Cut[] => {
    const statements = parts(block).flatMap((part) => (part.kind() === 'statement_list' ? parts(part) : [part]));
    const at = statements.findIndex(isExit);
    const exit = statements[at];
    const rest = at < 0 ? [] : statements.slice(at + 1).filter((each) => !declares(each));
    const [first, ...others] = rest;
    if (exit === undefined || first === undefined || isMeant(rest)) return [];
    return [{ exit, below: [first, ...others] }];
  });
}

/** Nodes whose statements follow one another; those of a `case` stand in no block. */
const scriptBlocks = ['statement_block', 'switch_case', 'switch_default'];
const blocks: Partial<Record<Language, readonly string[]>> = {
  python: ['block'],
  go: ['block', 'expression_case', 'type_case', 'communication_case', 'default_case'],
};

const known: ReadonlySet<string> = new Set<string>(doc.languages);

const returning = (statement: SyntaxNode): boolean =>
  statement.kind() === 'return_statement' || isAlwaysTaken(statement, returning);

const leaving = (statement: SyntaxNode): boolean =>
  /^(return|throw|raise|break|continue|goto)_statement$/.test(String(statement.kind())) ||
  /^(panic|os\.Exit|sys\.exit|process\.exit)\(/.test(statement.text()) ||
  isAlwaysTaken(statement, leaving);

/** `if (true) return …`: no condition at all. */
function isAlwaysTaken(statement: SyntaxNode, isExit: (inner: SyntaxNode) => boolean): boolean {
  if (statement.kind() !== 'if_statement') return false;
  const condition = fieldText(statement, 'condition').replace(/^\(\s*|\s*\)$/g, '');
  const body = field(statement, 'consequence');
  if (body === null || !/^(true|True|1|!0)$/.test(condition)) return false;
  const inner = String(body.kind()).endsWith('block') ? parts(body) : [body];
  return inner.flatMap((part) => (part.kind() === 'statement_list' ? parts(part) : [part])).some(isExit);
}

/** What holds above a return as well: functions and types, names without a value. */
function declares(statement: SyntaxNode): boolean {
  const kind = String(statement.kind());
  return (
    /^(generator_)?function_declaration$|^(interface|type_alias|ambient)_declaration$|^empty_statement$/.test(kind) ||
    (kind === 'variable_declaration' && !statement.text().includes('='))
  );
}

/** A bare `yield` that makes a generator, a place that is jumped to, the end of a case, or a statement that says itself that nobody comes there. */
function isMeant([first, ...others]: readonly SyntaxNode[]): boolean {
  if (first?.kind() === 'labeled_statement') return true;
  const text = first?.text() ?? '';
  return (
    others.length === 0 &&
    (/^(yield\b.*|break;?|continue;?|pass)$/.test(text) ||
      /^(panic|throw|raise|assert)\w*\b.*(unreach|never|impossible)/is.test(text))
  );
}
