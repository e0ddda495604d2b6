import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { endLineOf, field, fieldText, lineOf, parts } from '../syntax/tree.js';
import { assertImports } from './assert-imports.js';
import { dotted, skipInBody, skipOfCall, testAliases } from './script-skips.js';
import type { Assertion, SkippedGroup, TestCase, TestFile } from './test-case.js';
import { singleSpaced } from './test-case.js';

const testCall = /^(?:Deno\.test|[xf]?(?:it|test|specify)|x?describe|fdescribe|context|suite|t\.test)\b((?:\.\w+)*)$/;
/** Spares the look into every other call of a large file. */
const mayBeTest = /^(Deno\.test|[xf]?(it|test|specify|describe)|context|suite|t\.test)\b/;
const functions = ['arrow_function', 'function_expression', 'function', 'generator_function'];

interface Found {
  readonly node: SyntaxNode;
  readonly callee: string;
  readonly condition: string;
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
  const aliases = testAliases(tree);
  const found = asserting
    .filter(({ start }) => mayBe(tree.text.slice(start, start + 40), aliases))
    .flatMap(({ call }) => asTest(call, aliases));
  const named = found.length === 0 ? new Set<string>() : assertImports(tree);
  const groups: Found[] = [];
  const cases: TestCase[] = [];
  const skippedGroups: SkippedGroup[] = [];
  for (const test of found) {
    while (groups.length > 0 && (groups.at(-1)?.end ?? 0) <= test.start) groups.pop();
    const skip = skipOfCall(tree, test);
    if (isGroup(test.callee)) {
      if (skip !== undefined && !isPromised(test)) skippedGroups.push({ ...skip, name: test.name });
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
      skip: skip ?? skipInBody(tree, test.body),
      parametrised: /\.(each|for)\b/.test(test.callee),
    });
  }
  return { cases, skippedGroups };
}

function mayBe(start: string, aliases: ReadonlyMap<string, string>): boolean {
  return mayBeTest.test(start) || aliases.has(/^[\w$]+/.exec(start)?.[0] ?? '');
}

/** `it.skip` for `it['skip']` or another name of it, without what `it.each(…)` is given. */
function calledAs(
  called: SyntaxNode,
  aliases: ReadonlyMap<string, string>,
): { readonly callee: string; readonly condition: string } {
  const isCurried = called.kind() === 'call_expression';
  const inner = dotted(isCurried ? fieldText(called, 'function') : called.text());
  const name = /^[\w$]+/.exec(inner)?.[0] ?? '';
  const members = /^[\w.]*/.exec(inner.slice(name.length))?.[0] ?? '';
  return { callee: (aliases.get(name) ?? name) + members, condition: isCurried ? fieldText(called, 'arguments') : '' };
}

function asTest(node: SyntaxNode, aliases: ReadonlyMap<string, string>): Found[] {
  const called = field(node, 'function');
  if (called === null || called.range().end.index - called.range().start.index > 5_000) return [];
  const given = parts(field(node, 'arguments') ?? node);
  const { callee, condition } = calledAs(called, aliases);
  if (!testCall.test(callee)) return [];
  const body = given.find((argument) => functions.includes(String(argument.kind())));
  const macro = body === undefined ? macroOf(given) : '';
  const [first] = given;
  if (first === undefined || (body === undefined && !isBodiless(callee, first, macro))) return [];
  const { start, end } = node.range();
  return [
    {
      node,
      callee,
      condition,
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

/** A group to be written. */
function isPromised({ callee, body, macro }: Found): boolean {
  return /\.todo\b/.test(callee) && body === undefined && macro === '';
}

function isGroup(callee: string): boolean {
  return /^(x|f)?(describe|context|suite)\b|\.describe\b/.test(callee);
}

function unquoted(text: string): string {
  return singleSpaced(text.replace(/^(["'`])([\s\S]*)\1$/, '$2'));
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
