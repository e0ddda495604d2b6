import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import type { SyntaxNode } from '../syntax/tree.js';
import { lineOf } from '../syntax/tree.js';
import { wordsOf } from './comment-blocks.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';
import type { ProgramFunction } from './functions.js';
import { functionsOf } from './functions.js';

const doc: RuleDoc = {
  id: 'stub/placeholder',
  role: 'core-developer',
  severity: 'important',
  lesser: 'minor for one unfinished branch and for comments that only admit a shortcut',
  languages: [...scriptLanguages, 'python', 'go', 'shell', 'yaml', 'css'],
  title: 'Unfinished code stands in for the real thing',
  why: 'Callers find out in production. Silent on abstract methods, protocols, overloads, fakes and tests, and on plain TODO comments.',
  remedy: 'Write the missing part, or leave the function out until it exists.',
  example: "export function refund(order: Order): Receipt {\n  throw new Error('Not implemented');\n}",
};

export const stubPlaceholder: SideRule = {
  doc,
  languages: [...scriptLanguages, 'python', 'go', 'shell', 'yaml', 'css'],
  scan: (side) => [
    ...elisions(side),
    ...(side.file.isTest || isSample(side.file.path) ? [] : [...admissions(side), ...stubs(side)]),
  ],
};

function isSample(path: string): boolean {
  return /(^|\/)(examples?|samples?|demos?|templates?|fixtures?|docs?|mocks?|stubs?|playground)\//i.test(path);
}

const elision =
  /^(\.{3}|…)\s*\(?(the )?(rest|existing|other|remaining|previous|same)\b|^\[?(the )?(rest of (the|your|this) (code|file|function|implementation|method|class|component)|(existing|previous|remaining) (code|implementation|logic|methods))\b[^.]{0,30}(unchanged|remains?|same|as before|stays|here|\.\.\.|…)|^(\.\.\.|…)?\s*(existing|previous|rest of) (code|implementation|imports|methods)\s*(\.\.\.|…)|^(code|implementation) (omitted|elided) for brevity/i;

/** Comments that stand where an answer in a chat left code out. */
function elisions(side: ParsedSide): Spot[] {
  return side.tree.comments().flatMap((comment): Spot[] => {
    const words = wordsOf(comment.text);
    if (words.length > 160 || !elision.test(words)) return [];
    return [
      {
        line: comment.line,
        severity: 'important',
        message: `\`${words.slice(0, 80)}\` stands for code that was left out. Check that nothing was lost, and write it out.`,
      },
    ];
  });
}

const strongAdmission =
  /\b(placeholder|stub|dummy|fake) (implementation|logic|function|method|response)\b|\b(in|for) (an? )?(real|actual|production|full)(-world)? (implementation|app|application|system|scenario|version|deployment|environment|world)\b[^.]{0,20}(,|we|you|this|would|should)|\bimplement(ation)? (this|me|goes here)\b|\b(TODO|FIXME)\b:?\s*(replace|swap) (this )?with (the )?(real|actual|proper)|\breal implementation would\b|\bwould (normally|typically|actually) (call|query|fetch|send|connect)\b/i;
const weakAdmission =
  /\bfor now,? (we )?(just |simply )?(return|hard-?code|fake|mock|simulate|pretend)|\b(simplified|naive|mock|simulated) (version|implementation)\b|\bsimulat(e|es|ing) (the |an? )?(api|network|database|async|server) (call|request|delay|query)/i;

function admissions(side: ParsedSide): Spot[] {
  return side.tree.comments().flatMap((comment): Spot[] => {
    const words = wordsOf(comment.text);
    const isStrong = strongAdmission.test(words) && !/\b(abstract|subclass|override|interface)\b/i.test(words);
    if (!isStrong && !weakAdmission.test(words)) return [];
    const isDocumentation = comment.text.startsWith('/**');
    return [
      {
        line: comment.line,
        endLine: comment.endLine,
        severity: isStrong && !isDocumentation ? 'important' : 'minor',
        message: `The comment says that the real thing is missing: \`${words.replace(/\s+/g, ' ').slice(0, 80)}\`. Write it, or say openly in the change that it is not done.`,
      },
    ];
  });
}

function stubs(side: ParsedSide): Spot[] {
  const functions = functionsOf(side.tree);
  const raising = functions.filter((each) => each.statements.some(isAbsent)).length;
  return functions.flatMap((each) => stubSpot(side, each, raising));
}

const absent =
  /^(throw (new )?\w*(Error|Exception)?\(\s*(\w+\.)?["'`][^"'`]*|raise \w*\(\s*f?["'][^"']*|panic\(\s*(fmt\.Sprintf\(|errors\.New\()?["`][^"`]*|return (\w+, ?)*(errors\.New|fmt\.Errorf)\(["`][^"`]*)(not (yet )?(been )?implemented|unimplemented|implement me|\bTODO\b)/i;

function isAbsent(statement: SyntaxNode): boolean {
  const text = statement.text();
  return absent.test(text) || /^raise NotImplementedError\b/.test(text) || /^panic\(\s*"TODO"?/.test(text);
}

function stubSpot(side: ParsedSide, each: ProgramFunction, raising: number): Spot[] {
  const [only] = each.statements;
  if (only !== undefined && each.statements.length === 1 && isAbsent(only)) return wholeStub(each, only, raising);
  if (isTodoBody(side, each)) {
    return [
      {
        line: each.line,
        endLine: each.endLine,
        severity: 'important',
        message: `\`${each.name}\` has no body but a note that it is to be written. Write it, or leave the function out.`,
      },
    ];
  }
  return each.statements
    .filter((statement) => absent.test(statement.text()))
    .map((statement) => branchSpot(each, statement));
}

function wholeStub(each: ProgramFunction, only: SyntaxNode, raising: number): Spot[] {
  const text = only.text();
  if (isAbstract(each, text)) return [];
  const isBare = /^raise NotImplementedError(\(\s*\))?$/.test(text);
  if (each.isMethod && (isBare || raising > 2)) return [];
  if (each.isMethod && text.startsWith('raise NotImplementedError') && !/yet|todo/i.test(text)) return [];
  return [
    {
      line: each.line,
      endLine: each.endLine,
      severity: 'important',
      message: `\`${each.name || 'This function'}\` only says that it is not implemented, so every call fails. Write it, or leave it out until it exists.`,
    },
  ];
}

/** Meant for others to fill in, or a stand-in by name. */
function isAbstract(each: ProgramFunction, text: string): boolean {
  if (/subclass|override|overrid|abstract|must be implemented|should be implemented|not supported/i.test(text))
    return true;
  if (/Mock|Fake|Stub|Null|Noop|Dummy|Base|Abstract|Interface|Mixin|Unimplemented|Protocol/.test(each.className ?? ''))
    return true;
  const decorated = each.node.parent();
  return decorated?.kind() === 'decorated_definition' && /abstractmethod|overload/.test(decorated.text().slice(0, 300));
}

function branchSpot(each: ProgramFunction, statement: SyntaxNode): Spot {
  return {
    line: lineOf(statement),
    severity: 'minor',
    message: `A part of \`${each.name || 'this function'}\` is not implemented. Write it, or refuse the case before any work is done.`,
  };
}

function isTodoBody(side: ParsedSide, each: ProgramFunction): boolean {
  const { language } = side.tree;
  const isEmpty = each.statements.every(
    (statement) =>
      /^(pass|\.\.\.)$/.test(statement.text()) || (each.statements.length === 1 && givesNothing(each, statement)),
  );
  if (!isEmpty || each.name === '' || (each.body.kind() !== 'statement_block' && each.body.kind() !== 'block'))
    return false;
  if (language === 'python' && each.statements.length === 0) return false;
  const { start, end } = each.node.range();
  return side.tree
    .comments()
    .some(
      (comment) =>
        comment.start > start.index &&
        comment.end <= end.index + 80 &&
        comment.line <= each.endLine &&
        (each.statements.some((statement) => givesNothing(each, statement))
          ? /\b(TODO|FIXME)\b.*\bimplement/i
          : /\b(TODO|FIXME|implement|placeholder|your (code|logic) here)\b/i
        ).test(comment.text),
    );
}

/** Hands back what it was given, or nothing. */
function givesNothing({ parameters }: ProgramFunction, statement: SyntaxNode): boolean {
  const [, value] = /^return(?:\s+([\w$]+))?;?$/.exec(statement.text()) ?? [undefined, undefined];
  return (
    statement.kind() === 'return_statement' &&
    (value === undefined ||
      /^(nil|null|None|undefined|true|false|True|False)$/.test(value) ||
      parameters.includes(value))
  );
}
