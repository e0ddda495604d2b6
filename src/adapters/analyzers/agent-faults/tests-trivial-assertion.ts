import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { parts } from '../syntax/tree.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';
import type { Assertion, TestCase } from './test-case.js';
import { testsOf } from './test-suite.js';

const doc: RuleDoc = {
  id: 'tests/trivial-assertion',
  role: 'tester',
  severity: 'important',
  lesser: 'minor where the test asserts something else as well, and for a value compared with itself',
  languages: [...scriptLanguages, 'python', 'go'],
  title: 'A test that cannot fail',
  why: 'It counts as a test and checks nothing. Silent on `todo` and skipped tests, and on markers of code that must not be reached.',
  remedy: 'Assert what the code under test gave, or leave the test out.',
  example: "it('saves', async () => {\n  await save(order);\n  expect(true).toBe(true);\n});",
};

export const testsTrivialAssertion: SideRule = {
  doc,
  languages: [...scriptLanguages, 'python', 'go'],
  scan: (side) => (side.file.isTest ? testsOf(side.tree).cases.flatMap((test) => spots(side, test)) : []),
};

function spots(side: ParsedSide, test: TestCase): readonly Spot[] {
  if (test.skip !== undefined) return [];
  if (isEmpty(test)) return [emptySpot(test)];
  const others = test.assertions.filter((assertion) => triviality(assertion) === undefined).length;
  return test.assertions.flatMap((assertion): Spot[] => {
    const kind = triviality(assertion);
    if (kind === undefined || isInBranch(side, assertion)) return [];
    return [
      {
        line: assertion.line,
        severity: kind === 'self' || others > 0 ? 'minor' : 'important',
        message: `\`${assertion.text.slice(0, 80)}\` can never fail${others > 0 ? '' : `, so \`${test.name}\` tests nothing`}. Assert what the code under test gave.`,
      },
    ];
  });
}

function isEmpty({ bodyNode }: TestCase): boolean {
  if (bodyNode === undefined) return false;
  const kind = String(bodyNode.kind());
  if (kind !== 'statement_block' && kind !== 'block') return false;
  const statements = parts(bodyNode).flatMap((node) => (node.kind() === 'statement_list' ? parts(node) : [node]));
  return statements.every((statement) => /^(pass|\.\.\.|return;?|;|("""|''')[\s\S]*)$/.test(statement.text()));
}

function emptySpot(test: TestCase): Spot {
  return {
    line: test.line,
    endLine: test.endLine,
    severity: 'important',
    message: `The test \`${test.name}\` is empty, so it always passes. Write what it promises, or mark it as to do.`,
  };
}

const literal = /^(true|True|1|"[^"]*"|'[^']*'|\d+)$/;

/** A comparison with a way out: `total(cart) === 30 || true`, `assert total(cart) == 30 or True`. */
const alwaysTrue = /(\bor\s+True|\|\|\s*(?:true|1))$/;

function triviality({ subject, matcher, expected, text }: Assertion): 'literal' | 'self' | undefined {
  const how = matcher ?? '';
  if ([subject, expected].some((side) => side !== undefined && alwaysTrue.test(side))) return 'literal';
  if (subject === undefined) return undefined;
  const compares =
    /^(toBe|toEqual|toStrictEqual|==|is|assertEquals?|Equal|Exactly)$|(^|\.)(strictEqual|equal|deepEqual|is)$/.test(
      how,
    );
  if (compares && subject === expected) {
    if (literal.test(subject) || /^(false|False|null|None|nil|undefined)$/.test(subject)) return 'literal';
    return /^[\w.]+$/.test(subject) ? 'self' : undefined;
  }
  if (!/^(true|True|1)$/.test(subject)) return undefined;
  return /^(toBeTruthy|toBeDefined|truthy|assertTrue|True|assert|ok)$|(^|\.)(ok|true|truthy|assert)$/.test(how) &&
    !/\bfalse\b/i.test(text)
    ? 'literal'
    : undefined;
}

/** Inside a branch or handler the assertion marks a place that was reached. */
function isInBranch(side: ParsedSide, assertion: Assertion): boolean {
  const lines = side.source.lines.slice(Math.max(0, assertion.line - 4), assertion.line - 1).join('\n');
  return /\b(catch|except|else|switch|case|if)\b/.test(lines);
}
