import { touchesRange } from '../../../domain/model/change.js';
import type { Hit } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { parts, type SyntaxNode } from '../syntax/tree.js';
import type { ChangeRule, ParsedSide } from './fault-rule.js';
import { functionsOf } from './functions.js';
import { sourceFiles } from './source-change.js';
import type { TestCase } from './test-case.js';
import { changedTests, type ChangedTests } from './test-suite.js';

const doc: RuleDoc = {
  id: 'tests/no-assertion',
  role: 'tester',
  severity: 'important',
  lesser: 'minor where no program changed with it',
  languages: [...scriptLanguages, 'python', 'go'],
  title: 'A new test looks at nothing',
  why: 'It runs the code and passes whatever comes out, so it only looks like a test. Silent on tests of types, on names and comments that promise no more than that nothing fails, on helpers that assert, and on tests that throw or wait for an event themselves.',
  remedy: 'Assert what the code under test gave.',
  example: "it('adds tax', () => {\n  addTax(order);\n});",
};

/** A test that a change brings, whatever stood there before: what its last commit took out is not in the base of a branch. */
export const testsNoAssertion: ChangeRule = {
  doc,
  judge: (change) => {
    const files = changedTests(change);
    const known = new Set(files.flatMap(({ base }) => base.cases).map(({ body }) => body));
    const severity = sourceFiles(change).length > 0 ? 'important' : 'minor';
    return files.flatMap((tests) =>
      newCases(tests)
        .filter((test) => !known.has(test.body) && looksAtNothing(test, tests.parsed.head))
        .map((test) => hitOf(tests, test, severity)),
    );
  },
};

function newCases({ parsed, base, head }: ChangedTests): readonly TestCase[] {
  const names = new Set(base.cases.map(({ fullName }) => fullName));
  return head.cases.filter(
    (test) => !names.has(test.fullName) && touchesRange(parsed.file.entry.addedLines, test.line, test.endLine),
  );
}

function hitOf({ parsed }: ChangedTests, test: TestCase, severity: Hit['severity']): Hit {
  return {
    rule: doc.id,
    severity,
    file: parsed.file.path,
    side: 'head',
    line: test.line,
    message: `\`${test.name}\` runs the code and asserts nothing, so it passes whatever comes out. Assert what the code under test gave.`,
  };
}

function looksAtNothing(test: TestCase, side: ParsedSide | undefined): boolean {
  const { bodyNode, skip, assertions, calls } = test;
  if (side === undefined || bodyNode === undefined || skip !== undefined || assertions.length > 0) return false;
  // An empty one is told as such by another rule.
  if (calls.size === 0 || parts(bodyNode).length === 0 || isForShared(bodyNode)) return false;
  const said = `${test.name.replaceAll('_', ' ')}\n${bodyNode.text()}`;
  return !isOfTypes(side, said) && !looksItself.test(said) && !modest.test(said) && !callsAsserting(test, side);
}

/** `test('stops', testStop, (child) => child.kill())`: the function is material of one that several tests share. */
function isForShared(body: SyntaxNode): boolean {
  const list = body.parent()?.parent();
  return list?.kind() === 'arguments' && parts(list)[1]?.kind() === 'identifier';
}

/** The compiler is what tells whether these pass. */
function isOfTypes({ file }: ParsedSide, said: string): boolean {
  return (
    /(^|[/._-])(types?|typings|test-d|typecheck)([/._-]|$)/i.test(file.path) ||
    /@ts-expect-error|^\s*type \w+ =|\bsatisfies\b|expectType|\breveal_type\b|\btypes?\b|\binfer/m.test(said)
  );
}

/** Fails by itself: throws, ends by an event, or is measured. */
const looksItself =
  /\b(assert|expect|raise|throw|panic|fail|should|reject|resolve|done|verify|check|skip|try)|\bExample[A-Z_]|\bb\.(N|Loop)\b|<-/i;
/** Promises no more than that the code can be run. */
const modest =
  /\b(smoke|sanity|compiles?|import(s|able)?|(does|do|must|did) ?not|(does|do|is|did)n['’]?t|no[_ ](error|panic|exception|crash|op)|without|never|ignor\w*|harmless|safe|benchmark)|NoPanic|NotPanic|NoRun/i;

/** A helper, here or elsewhere, that looks in the place of the test; `this` and the fixtures of a suite may do so as well. */
function callsAsserting({ calls }: TestCase, { tree }: ParsedSide): boolean {
  const asserting = functionsOf(tree).filter(({ node }) =>
    /assert|expect|require\.|raises|\.(Error|Fatal|Fail)|throw|raise/.test(node.text()),
  );
  return [...calls].some(
    (call) =>
      /^(test|run|compare|match|ensure|must|validate|wait)[A-Z_]/.test(call) ||
      asserting.some(({ name }) => name === call),
  );
}
