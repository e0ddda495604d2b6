import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { field, fieldText, lineOf, parts } from '../syntax/tree.js';
import { explainedOnLines } from './comment-blocks.js';
import type { Skip, SkippedGroup } from './test-case.js';

const said = /["'][^"']{4,}["']/;
const mark =
  /^@((?:pytest\.)?mark\.(?:skip|skipif|xfail)|(?:unittest\.)?(?:skip|skipIf|skipUnless|expectedFailure))\b(?:\(([\s\S]*)\))?$/;
const always = /^(?:condition\s*=\s*)?(?:True|1|not False|["']True["'])\s*(?:,|$)/;
const never = /^(?:condition\s*=\s*)?(?:False|0|None|not True)\s*(?:,|$)/;

export function decoratorsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const parent = node.parent();
  if (parent?.kind() !== 'decorated_definition') return [];
  return parent.children().filter((child) => child.kind() === 'decorator');
}

/** Of pytest and unittest. */
export function decoratorSkip(tree: SyntaxTree, decorator: SyntaxNode): Skip[] {
  return markSkip(tree, decorator.text().trim(), lineOf(decorator));
}

function markSkip(tree: SyntaxTree, text: string, line: number): Skip[] {
  const [, name, given = ''] = mark.exec(text) ?? [];
  if (name === undefined) return [];
  const inverted = /(?:xfail|expectedFailure)$/.test(name);
  return [
    {
      line,
      conditional: dependsOnCondition(name, given.trim()),
      explained: said.test(text) || explainedOnLines(tree, line - 1, line),
      ...(inverted ? { inverted } : {}),
    },
  ];
}

/** `xfail("why")` and `xfail(reason="why")` hold always; other conditions are looked at when the test runs. */
function dependsOnCondition(name: string, given: string): boolean {
  if (name.endsWith('xfail')) return !/^(?:$|["']|(?!condition)\w+\s*=(?!=))/.test(given) && !always.test(given);
  if (name.endsWith('skipUnless')) return !never.test(given);
  return /skip(?:if|If)$/.test(name) && !always.test(given);
}

const asks =
  /^(?:if (?:True|1):\s*)?(?:(?:return )?(?:(?:pytest\.)?(?:skip|xfail)|self\.skipTest)\(|raise (?:(?:unittest\.)?SkipTest|pytest\.skip\.Exception)\b)/;

/** A test that leaves before its end, or that asks the framework to skip it. */
export function skipInBody(tree: SyntaxTree, body: SyntaxNode): Skip | undefined {
  const statements = parts(body);
  const leaving = statements.slice(0, -1).find((statement) => startOf(statement) === 'return');
  const found = statements.find((statement) => asks.test(startOf(statement))) ?? leaving;
  if (found === undefined) return undefined;
  const line = lineOf(found);
  return {
    line,
    conditional: false,
    explained: said.test(found.text()) || explainedOnLines(tree, line - 1, line),
  };
}

function startOf(statement: SyntaxNode): string {
  return statement.text().slice(0, 80);
}

export function skippedClasses(tree: SyntaxTree): readonly SkippedGroup[] {
  return tree.all('class_definition').flatMap((node) => {
    const name = fieldText(node, 'name');
    const off = parts(field(node, 'body') ?? node).filter((statement) => notCollected.test(startOf(statement)));
    return [
      ...decoratorsOf(node).flatMap((decorator) => decoratorSkip(tree, decorator)),
      ...off.map((statement) => turnedOff(tree, statement)),
    ].map((skip) => ({ ...skip, name }));
  });
}

const notCollected = /^__test__\s*=\s*False/;

function turnedOff(tree: SyntaxTree, statement: SyntaxNode): Skip {
  const line = lineOf(statement);
  return { line, conditional: false, explained: explainedOnLines(tree, line - 1, line) };
}

export function skippedModule(tree: SyntaxTree): readonly SkippedGroup[] {
  return tree.root.children().flatMap((statement) => {
    const off =
      /^(?:pytest\.)?skip\([\s\S]*allow_module_level/.test(statement.text().slice(0, 500)) ||
      notCollected.test(startOf(statement)) ||
      startOf(statement).startsWith('collect_ignore');
    const skips = off ? [turnedOff(tree, statement)] : marksOf(tree, statement);
    return skips.map((skip) => ({ ...skip, name: 'the module' }));
  });
}

/** `pytestmark = [pytest.mark.slow, pytest.mark.skip]`. */
function marksOf(tree: SyntaxTree, statement: SyntaxNode): readonly Skip[] {
  const [assignment] = parts(statement);
  if (assignment?.kind() !== 'assignment' || fieldText(assignment, 'left') !== 'pytestmark') return [];
  const value = field(assignment, 'right');
  if (value === null) return [];
  const marks = /^(list|tuple)$/.test(String(value.kind())) ? parts(value) : [value];
  return marks.flatMap((each) => markSkip(tree, `@${each.text()}`, lineOf(each)));
}
