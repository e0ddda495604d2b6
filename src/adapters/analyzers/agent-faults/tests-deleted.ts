import type { AnalyzedFile, Hit } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import type { ChangeRule, ParsedChange } from './fault-rule.js';
import { lostSubjects } from './lost-subjects.js';
import { words } from './code-words.js';
import { isProvenRevert, removedNames } from './gone-with.js';
import type { RenamedAway } from './tests-renamed.js';
import { renamedAway } from './tests-renamed.js';
import { changedText, saysItRemoves, likeness, sourceFiles, vanishedWords } from './source-change.js';
import type { TestCase } from './test-case.js';
import type { ChangedTests } from './test-suite.js';
import { changedTests } from './test-suite.js';

const doc: RuleDoc = {
  id: 'tests/deleted',
  role: 'tester',
  severity: 'critical',
  lesser:
    'important where single tests went while sources changed or a whole file of tests went alone; minor where single tests went alone or the change takes more source lines out than it brings, unless a function that they called is still offered and no test names it any more; minor where its message says that it removes or reverts something; important where the file got a name by which no runner finds it, minor where the settings of the runner changed as well',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go'],
  title: 'A test was deleted while what it tests remains',
  why: 'A test that fails is often removed instead of understood, or given a name (`add.ts` for `add.test.ts`) by which no runner finds it. Silent on tests that moved, were renamed, rewritten or merged into a table, on tests of code that went with them, and on what a revert of a commit of the history takes back with its sources.',
  remedy: 'Bring the test back and mend the code, or say in the change why the behaviour is no longer wanted.',
};

interface Missing {
  readonly tests: ChangedTests;
  readonly test: TestCase;
}

export const testsDeleted: ChangeRule = {
  doc,
  judge: async (change) => {
    const files = changedTests(change);
    const missing = await missingCases(change, files);
    const renamed = await renamedAway(change);
    const isRevert = missing.length > 0 && (await isProvenRevert(change));
    const hits = renamed.map((each) => renamedHit(change, each));
    for (const tests of files) {
      if (renamed.some(({ parsed }) => parsed === tests.parsed)) continue;
      const gone = missing.filter((entry) => entry.tests === tests).map((entry) => entry.test);
      if (gone.length === 0) continue;
      const lost = await lostSubjects(change, tests, gone);
      if (!isRevert || lost.length > 0) hits.push(hitOf(change, tests, gone, lost));
    }
    return hits;
  },
};

async function missingCases(change: ParsedChange, files: readonly ChangedTests[]): Promise<readonly Missing[]> {
  const fresh = freshCases(files);
  const gone = files.flatMap((tests) =>
    unmatched(tests.base.cases, tests.head.cases).map((test): Missing => ({ tests, test })),
  );
  if (gone.length === 0) return [];
  const left = gone.filter(({ test }) => !isCarriedOn(test, fresh));
  const replaced = left.length <= fresh.length - (gone.length - left.length);
  if (left.length === 0 || replaced) return [];
  const vanished = vanishedWords(change);
  const removed = await removedNames(change);
  const stems = await stemsOfHead(change);
  return left.filter(
    ({ tests, test }) =>
      !testsVanished(test, vanished) &&
      !removed.some((name) => name.test(test.body)) &&
      !subjectIsGone(tests, stems, change),
  );
}

/** Cases of `cases` whose name `others` do not have, counted one by one. */
function unmatched(cases: readonly TestCase[], others: readonly TestCase[]): readonly TestCase[] {
  const left = others.map((test) => test.fullName);
  return cases.filter((test) => {
    const at = left.indexOf(test.fullName);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Cases of the head that their file did not have. */
function freshCases(files: readonly ChangedTests[]): readonly TestCase[] {
  return files.flatMap(({ base, head }) => unmatched(head.cases, base.cases));
}

function isCarriedOn(test: TestCase, fresh: readonly TestCase[]): boolean {
  return fresh.some(
    (other) =>
      other.name === test.name ||
      other.body === test.body ||
      other.parametrised ||
      likeness(other.body, test.body) >= 0.7,
  );
}

function testsVanished(test: TestCase, vanished: ReadonlySet<string>): boolean {
  return (
    words(`${test.name} ${test.body}`).some((word) => vanished.has(word)) ||
    nameParts(test.name).some((part) => vanished.has(part))
  );
}

/** `TestParseURL_empty` speaks of `ParseURL`; `test_parse_url` of `parse_url`. */
function nameParts(name: string): readonly string[] {
  const bare = name.replace(/^[tT]est_?/, '');
  return [bare, bare.charAt(0).toLowerCase() + bare.slice(1), ...bare.split('_')].filter((part) => part.length > 2);
}

async function stemsOfHead(change: ParsedChange): Promise<ReadonlySet<string>> {
  const tree = await change.input.packet.frozen.listTree('head');
  return new Set(tree.map((entry) => stemOf(entry.path)));
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return name
    .replace(/[._-](test|spec|tests|e2e)$/i, '')
    .replace(/^test_/, '')
    .toLowerCase();
}

/** A whole file of tests went, and so did the source of the same name. */
function subjectIsGone({ parsed: { file } }: ChangedTests, stems: ReadonlySet<string>, change: ParsedChange): boolean {
  if (file.head !== undefined) return false;
  const stem = stemOf(file.path);
  if (stems.has(stem)) return false;
  return sourceFiles(change).some(
    (source) => source.head === undefined || stemOf(source.entry.oldPath ?? source.path) === stem,
  );
}

/** The change takes more source lines out than it brings, as a revert or a removal does: its tests go with them. */
function takesOut(sources: readonly AnalyzedFile[]): boolean {
  const sum = (side: 'added' | 'deleted'): number =>
    sources.reduce((total, { entry }) => total + (entry[side] ?? 0), 0);
  return sum('deleted') > sum('added');
}

function hitOf(change: ParsedChange, tests: ChangedTests, gone: readonly TestCase[], lost: readonly string[]): Hit {
  const { file } = tests.parsed;
  const sources = sourceFiles(change).filter(
    (source) => source.head !== undefined && changedText(source, 'head').trim() !== '',
  );
  const whole = file.head === undefined;
  const tested = sources.some((source) => stemOf(source.path) === stemOf(file.path));
  const [first] = gone;
  return {
    rule: doc.id,
    severity: isOrdinary(change, { whole, sources, lost }) ? 'minor' : whole && tested ? 'critical' : 'important',
    file: file.path,
    side: 'base',
    line: first?.line ?? 0,
    ...(first === undefined ? {} : { endLine: first.endLine }),
    message:
      `${whole ? 'The test file was deleted' : 'Tests were deleted'} (${few(gone.map(({ name }) => name))}) while what ` +
      `${whole ? 'it tested' : 'they tested'} remains, so nothing tells any more when it breaks` +
      `${lost.length === 0 ? '' : `: no test names ${few(lost)} any more`}. ` +
      `Bring ${whole ? 'it' : 'them'} back, or say why the behaviour is no longer wanted.`,
  };
}

function renamedHit(change: ParsedChange, { parsed: { file }, was, gone, configured }: RenamedAway): Hit {
  const [first] = gone;
  return {
    rule: doc.id,
    severity: configured || saysItRemoves(change) ? 'minor' : 'important',
    file: file.path,
    side: 'base',
    line: first?.line ?? 0,
    ...(first === undefined ? {} : { endLine: first.endLine }),
    message:
      `\`${was}\` became \`${file.path}\`, a name by which no runner finds tests, so what it tested (${few(gone.map(({ name }) => name))}) ` +
      `is tested no more. Give the tests a name that the runner finds.`,
  };
}

/**
 * A whole file of tests that goes alone is the easiest way to make a failure invisible; single cases move and merge, and go with
 * what is taken out, unless what they called is left without any test.
 */
function isOrdinary(
  change: ParsedChange,
  of: { readonly whole: boolean; readonly sources: readonly AnalyzedFile[]; readonly lost: readonly string[] },
): boolean {
  if (saysItRemoves(change)) return true;
  if (of.lost.length > 0) return false;
  return of.sources.length === 0 ? !of.whole : takesOut(of.sources);
}

function few(names: readonly string[]): string {
  const more = names.length > 4 ? ` and ${names.length - 4} more` : '';
  return `${names
    .slice(0, 4)
    .map((name) => `\`${name}\``)
    .join(', ')}${more}`;
}
