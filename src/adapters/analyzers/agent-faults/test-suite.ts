import type { SyntaxTree } from '../syntax/tree.js';
import type { ParsedChange, ParsedFile } from './fault-rule.js';
import { goTests } from './go-tests.js';
import { pythonTests } from './python-tests.js';
import { scriptTests } from './script-tests.js';
import type { TestCase, TestFile } from './test-case.js';

/** Both sides of a changed test file. */
export interface ChangedTests {
  readonly parsed: ParsedFile;
  readonly base: TestFile;
  readonly head: TestFile;
}

const none: TestFile = { cases: [], skippedGroups: [] };
const known = new WeakMap<SyntaxTree, TestFile>();

/** Test files of the change in languages whose tests are understood. */
export function changedTests(change: ParsedChange): readonly ChangedTests[] {
  return change.files
    .filter(({ file }) => file.isTest)
    .map((parsed) => ({ parsed, base: testsOf(parsed.base?.tree), head: testsOf(parsed.head?.tree) }));
}

export function testsOf(tree: SyntaxTree | undefined): TestFile {
  if (tree === undefined) return none;
  const read = known.get(tree) ?? readTests(tree);
  known.set(tree, read);
  return read;
}

function readTests(tree: SyntaxTree): TestFile {
  switch (tree.language) {
    case 'typescript':
    case 'tsx':
    case 'javascript':
      return scriptTests(tree);
    case 'python':
      return pythonTests(tree);
    case 'go':
      return goTests(tree);
    default:
      return none;
  }
}

/** Cases that stand on both sides under one name; a name that stands several times is left out. */
export function keptCases({ base, head }: ChangedTests): readonly (readonly [base: TestCase, head: TestCase])[] {
  const count = (cases: readonly TestCase[], name: string): number =>
    cases.filter((test) => test.fullName === name).length;
  return base.cases.flatMap((old) => {
    const now = head.cases.find((test) => test.fullName === old.fullName);
    if (now === undefined || count(base.cases, old.fullName) > 1 || count(head.cases, old.fullName) > 1) return [];
    return [[old, now] as const];
  });
}
