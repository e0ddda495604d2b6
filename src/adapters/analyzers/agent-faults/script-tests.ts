import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { endLineOf, field, fieldText, lineOf, parts } from '../syntax/tree.js';
import { assertImports } from './assert-imports.js';
import { explainedOnLines } from './comment-blocks.js';
import type { Assertion, Skip, SkippedGroup, TestCase, TestFile } from './test-case.js';
import { singleSpaced } from './test-case.js';

const testCall = /^(?:Deno\.test|[xf]?(?:it|test|specify)|x?describe|fdescribe|context|suite|t\.test)\b((?:\.\w+)*)$/;
/** Spares the look into every other call of a large file. */
const mayBeTest = /^(Deno\.test|[xf]?(it|test|specify|describe)|context|suite|t\.test)\b/;
const functions = ['arrow_function', 'function_expression', 'function', 'generator_function'];

interface Found {
  readonly node: SyntaxNode;
  readonly callee: string;
  readonly name: string;
  /** A shared function and what it is given, in place of a body. */
  readonly macro: string;
  readonly body: SyntaxNode | undefined;
  readonly end: number;
  readonly start: number;
}

/** Tests of Jest, Vitest, Mocha, Jasmine, node:test, AVA, tap, Playwright and Deno. */
export function scriptTests(tree: SyntaxTree): TestFile {
  const calls = tree.all('call_expression');
  const asserting = calls.map((call) => {
    const { start, end } = call.range();
    return { call, start: start.index, end: end.index };
  });
  const found = asserting
    .filter(({ start }) => mayBeTest.test(tree.text.slice(start, start + 12)))
    .flatMap(({ call }) => asTest(call));
  const named = found.length === 0 ? new Set<string>() : assertImports(tree);
  const groups: Found[] = [];
  const cases: TestCase[] = [];
  const skippedGroups: SkippedGroup[] = [];
  for (const test of found) {
    while (groups.length > 0 && (groups.at(-1)?.end ?? 0) <= test.start) groups.pop();
    const skip = skipOf(tree, test);
    if (isGroup(test.callee)) {
      if (skip !== undefined) skippedGroups.push({ ...skip, name: test.name });
      groups.push(test);
      continue;
    }
    const inside = asserting.filter(({ start, end }) => start > test.start && end <= test.end).map(({ call }) => call);
    cases.push({
      name: test.name,
      fullName: [...groups.map((group) => group.name), test.name].join(' > '),
      line: lineOf(test.node),
      endLine: endLineOf(test.node),
      body: test.body === undefined ? test.macro : singleSpaced(test.body.text()),
      bodyNode: test.body,
      assertions: inside.flatMap((call) => asAssertion(call, named)),
      calls: new Set(inside.map((call) => calleeName(call))),
      skip: skip ?? bodySkip(tree, test),
      parametrised: /\.(each|for)\b/.test(test.callee),
    });
  }
  return { cases, skippedGroups };
}

function asTest(node: SyntaxNode): Found[] {
  const called = field(node, 'function');
  if (called === null || called.range().end.index - called.range().start.index > 5_000) return [];
  const inner = called.kind() === 'call_expression' ? fieldText(called, 'function') : called.text();
  const callee = /^[\w.]+/.exec(inner)?.[0] ?? '';
  if (!testCall.test(callee)) return [];
  const given = parts(field(node, 'arguments') ?? node);
  const body = given.find((argument) => functions.includes(String(argument.kind())));
  const macro = body === undefined ? macroOf(given) : '';
  const [first] = given;
  if (first === undefined || (body === undefined && !isBodiless(callee, first, macro))) return [];
  const { start, end } = node.range();
  return [
    {
      node,
      callee,
      body: field(body, 'body') ?? undefined,
      macro,
      name: unquoted(first.text()),
      start: start.index,
      end: end.index,
    },
  ];
}

/** `test('adds', checks, sum)`: a function that several tests share stands where the body would. */
function macroOf(given: readonly SyntaxNode[]): string {
  if (given[1]?.kind() !== 'identifier') return '';
  return singleSpaced(
    given
      .slice(1)
      .map((each) => each.text())
      .join(', '),
  );
}

/** A test by its name alone: it is to be written, is skipped, or runs a shared function. */
function isBodiless(callee: string, first: SyntaxNode, macro: string): boolean {
  return (macro !== '' || /\.(todo|skip|fixme)$|^x/.test(callee)) && /^["'`]/.test(first.text());
}

function isGroup(callee: string): boolean {
  return /^(x|f)?(describe|context|suite)\b|\.describe\b/.test(callee);
}

function unquoted(text: string): string {
  return singleSpaced(text.replace(/^(["'`])([\s\S]*)\1$/, '$2'));
}

function skipOf(tree: SyntaxTree, { node, callee, start }: Found): Skip | undefined {
  const line = lineOf(node);
  const given = tree.text.slice(start, start + 2_000);
  const options = /^[\w.]+\(\s*(?:"[^"]*"|'[^']*'|`[^`]*`)\s*,\s*\{[^}]*\bskip:\s*(true|["'])/.exec(given);
  if (!/^x(it|test|describe|context|specify)\b|\.(skip|fixme)\b/.test(callee) && options === null) return undefined;
  return {
    line,
    conditional: false,
    explained: explainedOnLines(tree, line - 2, line) || options?.[1]?.startsWith('t') === false,
  };
}

/** A test that leaves at once, or that asks the framework to skip it. */
function bodySkip(tree: SyntaxTree, { body }: Found): Skip | undefined {
  const first = body === undefined ? undefined : parts(body)[0];
  if (first === undefined || body?.kind() !== 'statement_block') return undefined;
  const text = first.text();
  const leaves = /^return\s*;?$/.test(text);
  const asks = /^(this|t|ctx|context|test|it)\.skip\(\s*(["'`][\s\S]*)?\)\s*;?$/.exec(text);
  if (!leaves && asks === null) return undefined;
  if (leaves && parts(body).length === 1) return undefined;
  const line = lineOf(first);
  return { line, conditional: false, explained: asks?.[2] !== undefined || explainedOnLines(tree, line - 1, line) };
}

export function calleeName(call: SyntaxNode): string {
  const text = fieldText(call, 'function');
  return /[\w$]+$/.exec(text.slice(-60))?.[0] ?? '';
}

const tapLike =
  /^(t|tt|tap|assert|chai\.assert|QUnit\.assert)\.(?!test$|plan$|end$|teardown$|context$|comment$|log$|timeout$|skip$)\w+(\.\w+)*$/;
const helperName = /(^|\.)(assert|expect|verify|check|should|ensure|must)[A-Z_]\w*$|\.should(\.|$)|^cy\..*\.should$/;

/** `named`: what the file has from modules of assertions. */
function asAssertion(call: SyntaxNode, named: ReadonlySet<string>): Assertion[] {
  const called = field(call, 'function');
  if (called === null) return [];
  const { start, end } = called.range();
  const callee = end.index - start.index > 3_000 ? '' : called.text();
  if (/^(expect|expect\.soft|expect\.poll|expectTypeOf|assertType)$/.test(callee)) return [matched(call)];
  const isNamed = named.has(callee.split('.')[0] ?? '');
  if (callee !== 'assert' && !isNamed && !tapLike.test(callee) && !helperName.test(callee)) return [];
  if (/^expect\b/.test(callee) || callee.includes('expect(')) return [];
  const [subject, expected] = parts(field(call, 'arguments') ?? call);
  return [
    {
      text: singleSpaced(call.text()),
      line: lineOf(call),
      matcher: callee,
      ...(subject === undefined ? {} : { subject: singleSpaced(subject.text()) }),
      ...(expected === undefined ? {} : { expected: singleSpaced(expected.text()) }),
    },
  ];
}

/** Climbs from `expect(x)` over `.not.toBe` to the call that ends the chain. */
function matched(call: SyntaxNode): Assertion {
  let top = call;
  const names: string[] = [];
  let given: SyntaxNode | null = null;
  for (let above = top.parent(); above !== null; above = top.parent()) {
    if (above.kind() === 'member_expression') names.push(fieldText(above, 'property'));
    else if (above.kind() === 'call_expression') given = field(above, 'arguments');
    else if (above.kind() !== 'await_expression' && above.kind() !== 'non_null_expression') break;
    top = above;
  }
  const [subject] = parts(field(call, 'arguments') ?? call);
  const expected = given === null ? '' : singleSpaced(given.text().slice(1, -1));
  return {
    text: singleSpaced(top.text()),
    line: lineOf(call),
    matcher: names.join('.'),
    ...(subject === undefined ? {} : { subject: singleSpaced(subject.text()) }),
    ...(expected === '' ? {} : { expected }),
  };
}
