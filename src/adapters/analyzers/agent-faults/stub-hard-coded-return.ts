import type { Hit } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { lineOf, type SyntaxNode } from '../syntax/tree.js';
import { explainedOnLines } from './comment-blocks.js';
import type { ChangeRule, ParsedFile, ParsedSide } from './fault-rule.js';
import type { ProgramFunction } from './functions.js';
import { functionsOf } from './functions.js';
import { touchesRange } from '../../../domain/model/change.js';

const doc: RuleDoc = {
  id: 'stub/hard-coded-return',
  role: 'core-developer',
  severity: 'important',
  languages: [...scriptLanguages, 'python', 'go'],
  title: 'A fixed value is returned where logic is asked',
  why: 'A check that always says yes passes every test of the good case, also when it prints something first. Silent on methods that another type dictates, on parameters marked as unused, and on functions whose comment says that the value is fixed on purpose.',
  remedy: 'Compute the value from the parameters.',
  example: 'function isValidEmail(address: string): boolean {\n  return true;\n}',
};

export const stubHardCodedReturn: ChangeRule = {
  doc,
  judge: ({ files }) =>
    files.filter(({ file }) => !file.isTest).flatMap((parsed) => [...constants(parsed), ...specialCases(parsed)]),
};

const promises =
  /^(is|has|can|should|validate|verify|check|calculate|calc|compute|count|authenticate|authorize|evaluate|compare|estimate|parse|convert|sanitize|encrypt|decrypt|hash|filter|sort)([A-Z_]|$)/i;

function constants({ file, base, head }: ParsedFile): readonly Hit[] {
  if (head === undefined) return [];
  const before = base === undefined ? [] : functionsOf(base.tree);
  return functionsOf(head.tree).flatMap((each) => {
    const value = literalReturn(each);
    if (value === undefined || each.parameters.length === 0 || each.name === '') return [];
    if (!touchesRange(file.entry.addedLines, each.line, each.endLine) || isMeant(head, each)) return [];
    const old = before.find((other) => other.name === each.name && other.className === each.className);
    const hadLogic = old !== undefined && hasLogic(old);
    const isNewPromise =
      old === undefined &&
      !each.isMethod &&
      promises.test(each.name.replace(/^_+/, '')) &&
      each.parameters.every((name) => !name.startsWith('_'));
    if (!hadLogic && !isNewPromise) return [];
    return [
      {
        rule: doc.id,
        severity: 'important' as const,
        file: file.path,
        side: 'head' as const,
        line: each.line,
        endLine: each.endLine,
        message: `\`${each.name}\` ${hadLogic ? 'worked with its parameters and now' : 'looks at none of its parameters and'} always returns \`${value.slice(0, 40)}\`. Compute the value, or remove the function.`,
      },
    ];
  });
}

const literal = /^(true|false|True|False|-?\d[\d_.]*|"[^"\n]*"|'[^'\n]*'|`[^`$\n]*`|\[\]|\{\}|\(\{\}\))(,\s*nil)?$/;

/** The literal that is all the function gives, whatever it prints before. */
function literalReturn(each: ProgramFunction): string | undefined {
  const [only, ...others] = each.statements.filter((statement) => !printsOnly(statement));
  if (only === undefined || others.length > 0) return undefined;
  const isExpression = each.node.kind() === 'arrow_function' && only.kind() !== 'return_statement';
  if (isExpression && fromBody(each) !== only.text()) return undefined;
  const value = isExpression ? only.text() : /^return\s+([\s\S]+?);?$/.exec(only.text())?.[1];
  return value !== undefined && literal.test(value.trim()) ? value.trim() : undefined;
}

/** A statement that only tells somebody something: `console.error(user)`, `print(user)`, `log.Printf("%s", user)`. */
function printsOnly(statement: SyntaxNode): boolean {
  return (
    statement.kind() === 'expression_statement' &&
    /^(console\.\w+|print(ln)?|pprint|debug|fmt\.Print\w*|((this|self)\.)?_?(log|logger|logging|slog)\.\w+)\(/i.test(
      statement.text(),
    )
  );
}

function fromBody(each: ProgramFunction): string {
  return each.body.text();
}

/** A comment says that it is so on purpose, or the place is made for stand-ins. */
function isMeant(side: ParsedSide, each: ProgramFunction): boolean {
  if (
    /(mock|fake|stub|noop|null|dummy|example|fixture)/i.test(`${side.file.path} ${each.className ?? ''} ${each.name}`)
  )
    return true;
  return (
    explainedOnLines(side.tree, each.line, each.endLine) ||
    /\b(always|no-?op|deprecated|default|unsupported|never)\b/i.test(commentAbove(side, each.line))
  );
}

function commentAbove(side: ParsedSide, line: number): string {
  return side.tree
    .comments()
    .filter((comment) => comment.endLine >= line - 2 && comment.endLine < line)
    .map((comment) => comment.text)
    .join('\n');
}

function hasLogic(each: ProgramFunction): boolean {
  return usesParameters(each) && each.statements.length >= 2 && literalReturn(each) === undefined;
}

function usesParameters(each: ProgramFunction): boolean {
  const text = each.body.text();
  return each.parameters.some((name) => new RegExp(`(^|[^\\w$])${name.replaceAll('$', '\\$')}($|[^\\w$])`).test(text));
}

const testish =
  /^["'`](test|testing|test[-_]?(user|id|input|token|key|value)\w*|foo|foobar|dummy|mock\w*|test@[\w.]+|user@example\.(com|org))["'`]$/i;

/** A parameter compared with what only a test would pass, answered with a literal. */
function specialCases({ file, head }: ParsedFile): readonly Hit[] {
  if (head === undefined) return [];
  return functionsOf(head.tree).flatMap((each) =>
    each.statements.flatMap((statement): Hit[] => {
      if (
        statement.kind() !== 'if_statement' ||
        !touchesRange(file.entry.addedLines, lineOf(statement), lineOf(statement) + 1)
      )
        return [];
      const [, name = '', value = ''] =
        /^if\s*\(?\s*(\w+)\s*={2,3}\s*(["'`][^"'`]*["'`])\s*\)?\s*[:{]?\s*(?:return|\{\s*return)\s+(?:["'`\d[{-]|true|false|True|False)/.exec(
          statement.text(),
        ) ?? [];
      if (!each.parameters.includes(name) || !testish.test(value)) return [];
      return [
        {
          rule: doc.id,
          severity: 'important',
          file: file.path,
          side: 'head',
          line: lineOf(statement),
          message: `\`${each.name}\` has an answer of its own for ${value}, which only a test passes. Remove the special case and let the logic answer.`,
        },
      ];
    }),
  );
}
