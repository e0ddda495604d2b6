import type { Severity } from '../../../domain/model/verdict.js';
import type { Language } from '../language.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import type { Comment } from '../syntax/tree.js';
import { explainedOnLines, wordsOf } from './comment-blocks.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';

/** What a comment turns off, and how bad that is without a reason. */
interface Directive {
  readonly pattern: RegExp;
  readonly severity: Severity;
  readonly what: string;
}

type Directives = Partial<Record<Language, readonly Directive[]>>;

function forScripts(directives: readonly Directive[]): Directives {
  return Object.fromEntries(scriptLanguages.map((language) => [language, directives]));
}

const lintDoc: RuleDoc = {
  id: 'checks/lint-disabled',
  role: 'auditor',
  severity: 'important',
  lesser: 'minor for one rule on one line, and in tests',
  languages: [...scriptLanguages, 'python', 'go', 'shell'],
  title: 'A comment turns the linter off',
  why: 'The linter was right or its rule is wrong for this place; only a reason tells which. Silent where a reason is given, where one rule is named in Python, Go or shell, and for formatters.',
  remedy: 'Mend what the linter found, or name the one rule and say why it does not apply here.',
  example: '/* eslint-disable */',
};

const lintDirectives: Directives = {
  ...forScripts([
    {
      pattern: /^(eslint|oxlint|tslint:)-?disable\s*$/,
      severity: 'important',
      what: 'every lint rule for the rest of the file',
    },
    { pattern: /^(eslint|oxlint)-disable\s+[\w@/-]+/, severity: 'minor', what: 'a lint rule for the rest of the file' },
    {
      pattern: /^(eslint|oxlint|tslint:)-?disable-(next-)?line\s*$/,
      severity: 'minor',
      what: 'every lint rule for a line',
    },
  ]),
  python: [
    { pattern: /^(ruff|flake8):\s*noqa\s*$/i, severity: 'important', what: 'every lint rule for the file' },
    { pattern: /^pylint:\s*(disable=all|skip-file)/i, severity: 'important', what: 'every lint rule' },
    { pattern: /^noqa\s*$/i, severity: 'minor', what: 'every lint rule for a line' },
  ],
  go: [{ pattern: /^nolint(:all)?\s*$/, severity: 'minor', what: 'every linter for this place' }],
  shell: [{ pattern: /^shellcheck\s+disable=all/, severity: 'important', what: 'every check of the script' }],
};

export const checksLintDisabled = commentRule(
  lintDoc,
  lintDirectives,
  'Mend what it found, or name the one rule and say why it does not apply here.',
);

const typesDoc: RuleDoc = {
  id: 'checks/types-disabled',
  role: 'auditor',
  severity: 'important',
  lesser: 'minor in tests and for a bare `# type: ignore`',
  languages: [...scriptLanguages, 'python'],
  title: 'A comment turns the type checker off',
  why: 'The next mistake on the same line goes unseen too. Silent on `@ts-expect-error`, on errors ignored by code, and where a reason is given.',
  remedy: 'Mend the type, or use `@ts-expect-error` (`# type: ignore[code]`) with a reason.',
  example: '// @ts-ignore\nsend(order.totl);',
};

const typesDirectives: Directives = {
  ...forScripts([
    { pattern: /^@ts-nocheck\b/, severity: 'important', what: 'the type checker for the file' },
    {
      pattern: /^@ts-ignore\s*$/,
      severity: 'important',
      what: 'the type checker for a line, also for mistakes made later',
    },
  ]),
  python: [
    { pattern: /^mypy:\s*ignore-errors/, severity: 'important', what: 'the type checker for the file' },
    { pattern: /^pyright:\s*(basic|off)\b/, severity: 'minor', what: 'strict type checking for the file' },
    {
      pattern: /^(type|pyright):\s*ignore\s*$/,
      severity: 'minor',
      what: 'the type checker for a line, whatever the error',
    },
  ],
};

export const checksTypesDisabled = commentRule(
  typesDoc,
  typesDirectives,
  'Mend the type, or expect the one error by name and say why.',
);

function commentRule(doc: RuleDoc, directives: Directives, remedy: string): SideRule {
  return {
    doc,
    languages: doc.languages === 'any' ? [] : doc.languages,
    scan: (side) =>
      side.tree.comments().flatMap((comment): Spot[] => {
        const words = wordsOf(comment.text);
        const directive = directives[side.file.language]?.find(({ pattern }) => pattern.test(words));
        if (directive === undefined || isReasoned(side, comment, words)) return [];
        if (side.file.isTest && directive.severity === 'minor') return [];
        const severity = side.file.isTest ? 'minor' : directive.severity;
        return [
          { line: comment.line, severity, message: `\`${words.slice(0, 60)}\` turns off ${directive.what}. ${remedy}` },
        ];
      }),
  };
}

function isReasoned(side: ParsedSide, comment: Comment, words: string): boolean {
  return (
    / --+ \S+|:\s*\S+ \S+ \S+|\/\/ *\S+ \S+/.test(words) ||
    (!isUnderDocs(side, comment) && explainedOnLines(side.tree, comment.line - 1, comment.endLine, comment))
  );
}

/** Go directives stand below the description of what they stand at, which is no reason for them. */
function isUnderDocs(side: ParsedSide, comment: Comment): boolean {
  return side.tree.language === 'go' && /^\s*func\b/.test(side.source.lines[comment.endLine] ?? '');
}
