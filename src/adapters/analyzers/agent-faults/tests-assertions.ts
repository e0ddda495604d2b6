import type { Hit } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import type { ChangeRule, ParsedChange } from './fault-rule.js';
import { words } from './code-words.js';
import { sourceFiles, vanishedWords } from './source-change.js';
import type { Assertion, TestCase } from './test-case.js';
import type { ChangedTests } from './test-suite.js';
import { rewrittenSnapshots } from './tests-snapshots.js';
import { changedTests, keptCases } from './test-suite.js';
import type { Idleness } from './idle-assertions.js';
import { idled } from './idle-assertions.js';
import { comparesWithItself, excludes, loosened } from './loosened.js';

const removedDoc: RuleDoc = {
  id: 'tests/assertion-removed',
  role: 'tester',
  severity: 'important',
  lesser: 'minor where the test was rewritten otherwise, or only tests changed',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go'],
  title: 'A test asserts less than before',
  why: 'The test still passes and still has its name, but no longer looks. Silent where assertions moved to a helper or another test, became one stronger assertion, or spoke of something the change took out of the sources.',
  remedy: 'Bring the assertion back and mend the code, or say why it is no longer right.',
};

export const testsAssertionRemoved: ChangeRule = {
  doc: removedDoc,
  judge: (change) => {
    const files = changedTests(change);
    const vanished = vanishedWords(change);
    const elsewhere = carriedOn(files);
    return files.flatMap((tests) =>
      keptCases(tests).flatMap(([base, head]) => removed(change, tests, base, head, vanished, elsewhere)),
    );
  },
};

/** Assertions that stand as often in the tests of the change as before: one that left a test moved to another. */
function carriedOn(files: readonly ChangedTests[]): ReadonlySet<string> {
  const count = (side: 'base' | 'head'): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    const all = files.flatMap((tests) => tests[side].cases).flatMap((test) => test.assertions);
    for (const { text } of all) counts.set(text, (counts.get(text) ?? 0) + 1);
    return counts;
  };
  const [before, after] = [count('base'), count('head')];
  return new Set([...after].flatMap(([text, times]) => (times >= (before.get(text) ?? 0) ? [text] : [])));
}

function removed(
  change: ParsedChange,
  tests: ChangedTests,
  base: TestCase,
  head: TestCase,
  vanished: ReadonlySet<string>,
  elsewhere: ReadonlySet<string>,
): readonly Hit[] {
  if (!assertsFewer(base, head)) return [];
  const gone = base.assertions.filter(
    (assertion) => isGone(assertion, base, head, elsewhere) && !mentions(assertion, vanished),
  );
  const brought = head.assertions.filter(
    (assertion) => !base.assertions.some((other) => other.text === assertion.text),
  );
  // One of a text that stands often is counted once for each that went.
  const lost = Math.min(gone.length - brought.length, base.assertions.length - head.assertions.length);
  if (lost <= 0 || brought.some(isComprehensive)) return [];
  const empty = head.assertions.length === 0;
  const pure = brought.length === 0 && (empty || !rewritten(base, head));
  const severity = sourceFiles(change).length > 0 && pure ? 'important' : 'minor';
  return [
    {
      rule: removedDoc.id,
      severity,
      file: tests.parsed.file.path,
      side: 'head',
      line: head.line,
      message:
        `\`${head.name}\` lost ${lost === 1 ? 'an assertion' : `${lost} assertions`} (was: \`${excerpt(gone[0]?.text ?? '')}\`)` +
        `${empty ? ' and asserts nothing any more' : ''}. A test that looks less finds less: bring it back, or say why it is no longer right.`,
    },
  ];
}

/**
 * The words of an assertion do not always tell it from another: what `pytest.raises(ValueError)` is about stands below it, and
 * `t.Fatal(err)` is gone only where the error of the same call is thrown away now; a call may also give none any more.
 */
function isGone(assertion: Assertion, base: TestCase, head: TestCase, elsewhere: ReadonlySet<string>): boolean {
  const { text, around, errorOf } = assertion;
  if (errorOf !== undefined && isIgnoredMore(errorOf, base, head))
    return lacks(head, base, (each) => each.errorOf === errorOf);
  if (isGuard(assertion)) return false;
  if (around !== undefined)
    return lacks(head, base, (each) => each.text === text) && lacks(head, base, (each) => each.around === around);
  return !elsewhere.has(text);
}

/** Fails on an error that nobody expects. */
function isGuard({ text, matcher, errorOf }: Assertion): boolean {
  return (
    errorOf !== undefined && (matcher === 'NoError' || /^(t|tb|b)\.(Fatal|Error)f?\((err|"[^"]*", err)\)$/.test(text))
  );
}

function lacks(head: TestCase, base: TestCase, which: (each: Assertion) => boolean): boolean {
  return head.assertions.filter(which).length < base.assertions.filter(which).length;
}

function isIgnoredMore(callee: string, base: TestCase, head: TestCase): boolean {
  const times = ({ errorsIgnored = [] }: TestCase): number => errorsIgnored.filter((each) => each === callee).length;
  return times(head) > times(base);
}

function assertsFewer(base: TestCase, head: TestCase): boolean {
  if (head.skip !== undefined || (head.parametrised && !base.parametrised) || callsMore(base, head)) return false;
  return base.assertions.length > head.assertions.length;
}

/** Tells the reader of a log and checks nothing. */
const telling = /^(Logf?|log|info|debug|warn|print(ln)?|Print(f|ln)?|Sprintf?|suppress|contextlib)$/;

function callsMore(base: TestCase, head: TestCase): boolean {
  return [...head.calls].some((call) => !base.calls.has(call) && call.length > 3 && !telling.test(call));
}

function mentions(assertion: Assertion, vanished: ReadonlySet<string>): boolean {
  return words(assertion.text).some((word) => vanished.has(word));
}

/** One assertion on a whole value can stand for several on its parts. */
function isComprehensive(assertion: Assertion): boolean {
  return /equal|match|snapshot|same|like/i.test(assertion.matcher ?? '') || (assertion.expected?.length ?? 0) > 40;
}

/** More changed than that assertions went. */
function rewritten(base: TestCase, head: TestCase): boolean {
  const rest = (test: TestCase): Set<string> => {
    const asserted = new Set(test.assertions.flatMap((assertion) => words(assertion.text)));
    return new Set(words(test.body).filter((word) => !asserted.has(word) && !telling.test(word)));
  };
  const [old, now] = [rest(base), rest(head)];
  return [...now].some((word) => !old.has(word));
}

const weakenedDoc: RuleDoc = {
  id: 'tests/weakened',
  role: 'tester',
  severity: 'important',
  lesser:
    'minor for a tolerance that grew tenfold, for the message of an error that nobody looks at any more and for a snapshot rewritten although nothing else changed',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go'],
  title: 'An exact assertion became a vague one, or decides nothing any more',
  why: 'An assertion that any value passes finds nothing: it excludes one value, compares a value with itself, stands in a `try` whose handler does not fail, or in a function that nobody calls. Silent on changed expected values and on stronger or equal matchers.',
  remedy: 'Assert the exact value again; mend the code where it gives another one.',
  example: '- expect(total).toBe(42);\n+ expect(total).toBeDefined();',
};

const accepting = {
  vague: 'which wrong values pass as well',
  itself: 'which compares a value with itself',
  tolerance: 'which accepts values much further away',
  message: 'which accepts the error whatever it says',
} as const;

export const testsWeakened: ChangeRule = {
  doc: weakenedDoc,
  judge: (change) => [
    ...rewrittenSnapshots(change),
    ...changedTests(change).flatMap((tests) =>
      keptCases(tests).flatMap(([base, head]) => {
        const idle = idled(base, head).map(([assertion, why]) => idleHit(tests, assertion, why));
        if (idle.length > 0) return idle;
        const left = head.assertions.filter(
          (assertion) => !base.assertions.some((other) => other.text === assertion.text),
        );
        const gone = base.assertions.filter(
          (assertion) => !head.assertions.some((other) => other.text === assertion.text),
        );
        return left.flatMap((now): Hit[] => {
          if (
            gone.every((old) => !sameSubject(old, now)) ||
            head.assertions.some((other) => other !== now && isExact(other, now))
          )
            return [];
          const old = gone.find((other) => sameSubject(other, now) && loosened(other, now) !== undefined);
          const how = old === undefined ? undefined : loosened(old, now);
          if (old === undefined || how === undefined) return [];
          return [
            {
              rule: weakenedDoc.id,
              severity: how === 'vague' || how === 'itself' ? 'important' : 'minor',
              file: tests.parsed.file.path,
              side: 'head',
              line: now.line,
              message: `\`${excerpt(old.text)}\` became \`${excerpt(now.text)}\`, ${accepting[how]}. Assert what is expected exactly, and mend the code where it gives another one.`,
            },
          ];
        });
      }),
    ),
  ],
};

function idleHit(tests: ChangedTests, { line, text }: Assertion, why: Idleness): Hit {
  const how = why === 'caught' ? 'stands now where its failure is caught' : 'stands now where nothing comes to it';
  return {
    rule: weakenedDoc.id,
    severity: 'important',
    file: tests.parsed.file.path,
    side: 'head',
    line,
    message: `\`${excerpt(text)}\` ${how}, so the test passes whatever it finds. Let it decide again, and mend the code where it fails.`,
  };
}

function sameSubject(old: Assertion, now: Assertion): boolean {
  return old.subject !== undefined && old.subject === now.subject;
}

/** The head still has an exact look at the same subject. */
function isExact(other: Assertion, now: Assertion): boolean {
  return sameSubject(other, now) && other.expected !== undefined && !excludes(other) && !comparesWithItself(other);
}

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
