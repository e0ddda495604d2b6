import type { AnalyzedFile } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import type { SyntaxNode } from '../syntax/tree.js';
import { field, fieldText, lineOf, parts } from '../syntax/tree.js';
import { explainedOnLines } from './comment-blocks.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';

const doc: RuleDoc = {
  id: 'leftover/debug-output',
  role: 'auditor',
  severity: 'important',
  lesser: 'minor where the output may be meant',
  languages: [...scriptLanguages, 'python', 'go'],
  title: 'Debug output was left in',
  why: 'It clutters what users and logs see, and may show data that nobody should. Silent in tests, command lines, scripts, examples and loggers, and in files that printed before.',
  remedy: 'Remove it, or use the logger of the project.',
  example: "console.log('here', user);",
};

export const leftoverDebugOutput: SideRule = {
  doc,
  languages: [...scriptLanguages, 'python', 'go'],
  scan: (side) => {
    const breakpoints = stops(side);
    if (side.file.isTest || prints(side.file) || printedBefore(side.file)) return breakpoints;
    return [...breakpoints, ...outputs(side)];
  },
};

const printingPlace =
  /(^|\/)(bin|cli|cmd|commands?|scripts?|tools?|examples?|samples?|demos?|bench(marks?)?|docs?|docs_src|dev|devtools|playgrounds?|build|ci|\.github|tasks|hack|logger|logging|website|www|packages\/create-\w+|management)\//i;
const printingName =
  /(^|[._-])(cli|main|__main__|logger?|logging|log|console|print\w*|report\w*|debug\w*|setup|conftest|manage|bench\w*|demo|example|server|dev|build|release|generate\w*|config|gulpfile|gruntfile|webpack|rollup|vite)([._-]|$)/i;

function prints(file: AnalyzedFile): boolean {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const text = file.head?.text ?? file.base?.text ?? '';
  if (printingPlace.test(file.path) || printingName.test(name) || text.startsWith('#!')) return true;
  if (file.language === 'python')
    return /__name__ == ["']__main__["']|^import (argparse|click|typer|fire)|^from (argparse|click|typer|rich)/m.test(
      text,
    );
  if (file.language === 'go') return /^package main\b/m.test(text);
  return /\b(process\.argv|commander|yargs|meow|parseArgs)\b/.test(text);
}

const printing: Readonly<Record<string, RegExp>> = {
  python: /^\s*print\(/m,
  go: /\bfmt\.Print(ln|f)?\(|\bos\.Stdout\b/,
  script: /\bconsole\.(log|debug|info|warn|error|dir|table)\(/,
};

function printedBefore({ base, language }: AnalyzedFile): boolean {
  return base !== undefined && (printing[language] ?? printing['script'])?.test(base.text) === true;
}

function stops(side: ParsedSide): Spot[] {
  const { language } = side.tree;
  if (language === 'go') return [];
  const nodes = language === 'python' ? side.tree.all('call', 'import_statement') : side.tree.all('debugger_statement');
  return nodes
    .filter(
      (node) =>
        language !== 'python' ||
        /^(breakpoint\(\)|i?pdb\.set_trace\(\)|import i?pdb|pdb\.post_mortem)/.test(node.text()),
    )
    .map((node) => ({
      line: lineOf(node),
      severity: 'important',
      message: `\`${node.text().slice(0, 40)}\` stops the program for a debugger. Remove it.`,
    }));
}

function outputs(side: ParsedSide): Spot[] {
  return side.tree.all(side.tree.language === 'python' ? 'call' : 'call_expression').flatMap((call): Spot[] => {
    const callee = fieldText(call, 'function');
    if (!isOutput(side.tree.language, callee, call) || explainedOnLines(side.tree, lineOf(call) - 1, lineOf(call)))
      return [];
    if (isGuarded(call)) return [];
    const severity = smells(call) ? 'important' : 'minor';
    return [
      {
        line: lineOf(call),
        severity,
        message: `\`${callee}\` prints from code that printed nothing before${severity === 'minor' ? '; it looks left over from debugging' : ' and looks like debugging'}. Remove it, or use the logger of the project.`,
      },
    ];
  });
}

function isOutput(language: string, callee: string, call: SyntaxNode): boolean {
  if (language === 'python') return callee === 'print' && !/\bfile\s*=/.test(fieldText(call, 'arguments'));
  if (language === 'go') return /^(fmt\.Print(ln|f)?|println|print|spew\.Dump|pp\.Print\w*)$/.test(callee);
  return /^console\.(log|debug|dir|table|trace|dirxml)$/.test(callee);
}

/** What people write to find their way: a marker, or nothing but values. */
function smells(call: SyntaxNode): boolean {
  const given = parts(field(call, 'arguments') ?? call);
  const text = given.map((argument) => argument.text()).join(' ');
  return (
    /["'`]\s*(\[?debug\b|here\b|>>+|\*{3,}|={3,}|-{3,}|xxx|test\d*["'`]|wtf|asdf|got here|todo|🔍|🐛)/i.test(text) ||
    fieldText(call, 'function').startsWith('spew')
  );
}

/** Printing only when somebody asked for it. */
function isGuarded(call: SyntaxNode): boolean {
  return call
    .ancestors()
    .some(
      (above) =>
        above.kind() === 'if_statement' &&
        /debug|verbose|trace|dev\b|development|log/i.test(fieldText(above, 'condition')),
    );
}
