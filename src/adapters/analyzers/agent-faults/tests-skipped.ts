import type { Hit } from '../analyzer.js';
import type { Severity } from '../../../domain/model/verdict.js';
import type { RuleDoc } from '../rule-catalogue.js';
import type { ChangeRule } from './fault-rule.js';
import type { Skip, SkippedGroup, TestCase, TestFile } from './test-case.js';
import type { ChangedTests } from './test-suite.js';
import { changedTests } from './test-suite.js';

const doc: RuleDoc = {
  id: 'tests/skipped',
  role: 'tester',
  severity: 'important',
  lesser: 'minor where a reason is given or the skipped test is new',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go'],
  title: 'A test that ran is skipped, or passes now when it fails',
  why: 'A skipped test looks like a passing one. Silent on conditional skips (platform, version), on new tests that are to do or known to fail, and on tests that were skipped before.',
  remedy: 'Mend the code or the test. Where it must wait, skip it with a reason that names an issue.',
  example: "it.skip('rejects an expired token', () => {\n  expect(verify(expired)).toBe(false);\n});",
};

export const testsSkipped: ChangeRule = {
  doc,
  judge: (change) => changedTests(change).flatMap((tests) => [...skippedCases(tests), ...skippedGroups(tests)]),
};

function skippedCases(tests: ChangedTests): readonly Hit[] {
  return tests.head.cases.flatMap((test) => {
    const { skip } = test;
    if (skip === undefined || skip.conditional) return [];
    const before = counterpart(test, tests.base.cases);
    if (before?.skip !== undefined) return [];
    if (before === undefined && (test.body === '' || skip.inverted === true)) return [];
    return [hit(tests, skip, `The test \`${test.name}\``, before === undefined)];
  });
}

function skippedGroups(tests: ChangedTests): readonly Hit[] {
  return tests.head.skippedGroups.flatMap((group: SkippedGroup) => {
    if (group.conditional || tests.base.skippedGroups.some((other) => other.name === group.name)) return [];
    const ran = casesOf(group, tests.head).some((test) => counterpart(test, tests.base.cases) !== undefined);
    if (!ran && group.inverted === true) return [];
    const subject = group.name.startsWith('the ') ? `All of ${group.name}` : `The group \`${group.name}\``;
    return [hit(tests, group, subject, !ran)];
  });
}

function casesOf({ name }: SkippedGroup, { cases }: TestFile): readonly TestCase[] {
  return name.startsWith('the ') ? cases : cases.filter(({ fullName }) => fullName.split(' > ').includes(name));
}

function counterpart(test: TestCase, cases: readonly TestCase[]): TestCase | undefined {
  return (
    cases.find((other) => other.fullName === test.fullName) ??
    cases.find((other) => other.name === test.name || (other.body !== '' && other.body === test.body))
  );
}

function hit(tests: ChangedTests, skip: Skip, subject: string, isNew: boolean): Hit {
  const severity: Severity = isNew || skip.explained ? 'minor' : 'important';
  return {
    rule: doc.id,
    severity,
    file: tests.parsed.file.path,
    side: 'head',
    line: skip.line,
    message: isNew
      ? `${subject} is new and does not run. Finish it, or leave it out until it can run.`
      : `${subject} ran before and ${skip.inverted === true ? 'now passes when it fails' : 'is now skipped'}, so what it guarded can break unseen. Mend the code or the test${skip.explained ? '' : ', or give a reason that names an issue'}.`,
  };
}
