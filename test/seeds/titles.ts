import { format } from 'node:util';
import ts from 'typescript';

/**
 * Titles of the tests of a file as they run: those of the rows of a table with what the row puts into them. A row whose values are not
 * written out in the file has none.
 */
export function titlesIn(source: string): readonly string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) titles.push(...titlesOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.test.ts', source, ts.ScriptTarget.Latest, true));
  return titles;
}

function titlesOf({ expression, arguments: [first] }: ts.CallExpression): readonly string[] {
  const title = first === undefined ? undefined : textOf(first);
  if (title === undefined) return [];
  if (isTest(expression)) return [title];
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return [];
  const { name, expression: called } = expression.expression;
  if (!isTest(called)) return [];
  if (name.text === 'skipIf' || name.text === 'runIf') return [title];
  return name.text === 'each' ? rowsOf(expression.arguments[0]).flatMap((row) => filled(title, row)) : [];
}

/** Nothing where the title asks for a value that is not written out. */
function filled(title: string, row: readonly string[]): readonly string[] {
  const places = title.match(/%[sdijo]/gu)?.length ?? 0;
  return places > row.length ? [] : [format(title, ...row.slice(0, places))];
}

function isTest(node: ts.Node): boolean {
  return ts.isIdentifier(node) && (node.text === 'it' || node.text === 'test');
}

function rowsOf(table: ts.Expression | undefined): readonly (readonly string[])[] {
  const rows = table === undefined ? undefined : elementsOf(table);
  return (rows ?? []).map((row) => {
    const values = (elementsOf(row) ?? [row]).map(textOf);
    const end = values.indexOf(undefined);
    return values.slice(0, end < 0 ? undefined : end).filter((value) => value !== undefined);
  });
}

function elementsOf(node: ts.Expression): readonly ts.Expression[] | undefined {
  if (ts.isAsExpression(node)) return elementsOf(node.expression);
  return ts.isArrayLiteralExpression(node) ? node.elements : undefined;
}

function textOf(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.NullKeyword) return 'null';
  return ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) ? node.text : undefined;
}
