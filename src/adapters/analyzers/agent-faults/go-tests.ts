import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { descendants, endLineOf, field, fieldText, lineOf, parts } from '../syntax/tree.js';
import { explainedOnLines } from './comment-blocks.js';
import { errorOf, errorsIgnored } from './go-errors.js';
import type { Assertion, Skip, SkippedGroup, TestCase, TestFile } from './test-case.js';
import { singleSpaced } from './test-case.js';

/** Tests of package testing, with testify, is and quicktest. */
export function goTests(tree: SyntaxTree): TestFile {
  const functions = tree.all('function_declaration', 'method_declaration');
  return { cases: functions.flatMap((node) => asCase(tree, node)), skippedGroups: buildTag(tree) };
}

function asCase(tree: SyntaxTree, node: SyntaxNode): TestCase[] {
  const name = fieldText(node, 'name');
  const body = field(node, 'body');
  if (!/^(Test|Fuzz|Example)([A-Z_\d]|$)/.test(name) || body === null || name === 'TestMain') return [];
  const calls = descendants(body, 'call_expression');
  return [
    {
      name,
      fullName: name,
      line: lineOf(node),
      endLine: endLineOf(node),
      body: singleSpaced(body.text()),
      bodyNode: body,
      assertions: [...calls.flatMap((call) => asAssertion(call)), ...outputs(tree, body)],
      calls: new Set(calls.map((call) => /\w+$/.exec(calleeOf(call))?.[0] ?? '')),
      skip: bodySkip(tree, body),
      parametrised: /\.Run\(\s*(tt|tc|test|c|testCase|tcase)\.\w+|range (tests|cases|tcs|testCases|tt)\b/.test(
        body.text(),
      ),
      errorsIgnored: errorsIgnored(body),
    },
  ];
}

const failing = /^(t|tb|b|f|c|s)\.(Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;
const asserting =
  /^(assert|require|is|qt|check|must|expect|be|gomega|td|cmp)\.\w+$|^(s|suite|c|ts)\.(Require\(\)\.\w+|Assert\(\)\.\w+|Assert|Check|Equal|NoError|True|False|Nil|NotNil|Len|Contains|Error\w*)$|^Expect$/;
const helping = /(^|\.)(assert|require|check|expect|verify|must|test|compare|ensure)[A-Z]\w*$/;

/** Without the types that a generic function is given. */
function calleeOf(call: SyntaxNode): string {
  return fieldText(call, 'function').replace(/\[[^[\]]*\]$/, '');
}

function asAssertion(call: SyntaxNode): Assertion[] {
  const callee = calleeOf(call);
  const known = failing.test(callee) || asserting.test(callee) || helping.test(callee);
  if (!known && !isHandedTest(call, callee)) return [];
  const given = parts(field(call, 'arguments') ?? call).map((argument) => singleSpaced(argument.text()));
  const values = given[0] === 't' ? given.slice(1) : given;
  const matcher = callee.replace(/^.*\./, '');
  const looksAt = errorOf(call, values);
  const base = {
    text: singleSpaced(call.text()),
    line: lineOf(call),
    matcher,
    ...(looksAt === undefined ? {} : { errorOf: looksAt }),
  };
  return [{ ...base, ...(failing.test(callee) ? {} : comparedIn(matcher, values)) }];
}

/** What is looked at, and what it is compared with, by the order of testify. */
function comparedIn(matcher: string, values: readonly string[]): Pick<Assertion, 'subject' | 'expected'> {
  const [first, second] = values;
  const subject = (text: string | undefined): { readonly subject?: string } =>
    text === undefined ? {} : { subject: text };
  const known = /^((Not)?Equal|EqualValues|Exactly|ElementsMatch|JSONEq|Len|ErrorIs|InDelta|EqualError)/.test(matcher);
  if (!known || second === undefined) return subject(first);
  if (/^(Len|Error)/.test(matcher)) return { ...subject(first), expected: second };
  return { ...subject(second), ...(first === undefined ? {} : { expected: first }) };
}

/** `noArgsWithArgs(err, t)` alone on its line: a helper that was given the test fails it; what prepares says so by its name. */
function isHandedTest(call: SyntaxNode, callee: string): boolean {
  if (call.parent()?.kind() !== 'expression_statement' || !/^[a-z]\w*$/.test(callee)) return false;
  if (
    /^(setup|set|init|start|stop|skip|clean|reset|prepare|create|make|new|seed|register|configure|write|run|with|mock|use|add|load|close|remove|delete|log)/i.test(
      callee,
    )
  )
    return false;
  return parts(field(call, 'arguments') ?? call).some((argument) => argument.text() === 't');
}

/** The output an example promises is its assertion. */
function outputs(tree: SyntaxTree, body: SyntaxNode): Assertion[] {
  const { start, end } = body.range();
  return tree
    .comments()
    .filter(
      (comment) =>
        comment.start > start.index && comment.end < end.index && /^\/\/\s*(unordered )?output:/i.test(comment.text),
    )
    .map((comment) => ({ text: comment.text, line: comment.line }));
}

const asksToSkip = /^(?:if true \{\s*)?(t|tb|f|s\.T\(\))\.(Skip|Skipf|SkipNow)\(/;

function bodySkip(tree: SyntaxTree, body: SyntaxNode): Skip | undefined {
  const list = body.children().find((child) => child.kind() === 'statement_list') ?? body;
  const statements = parts(list);
  const asking = statements.find((statement) => asksToSkip.test(statement.text().slice(0, 60)));
  const leaves = /^return$/.test(statements[0]?.text() ?? '') && statements.length > 1;
  const found = leaves ? statements[0] : asking;
  if (found === undefined) return undefined;
  const line = lineOf(found);
  return {
    line,
    conditional: false,
    explained: /\(\s*["`][^"`]{4,}/.test(found.text()) || explainedOnLines(tree, line - 1, line),
  };
}

/** A build tag that is never set. */
function buildTag(tree: SyntaxTree): SkippedGroup[] {
  return tree
    .comments()
    .filter((comment) => /^\/\/go:build\s+(ignore|never|disabled?|skip|broken|todo)\s*$/.test(comment.text))
    .map((comment) => ({ line: comment.line, conditional: false, explained: false, name: 'the file' }));
}
