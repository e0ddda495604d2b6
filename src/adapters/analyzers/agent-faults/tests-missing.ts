import { isAddedLine } from '../../../domain/model/change.js';
import type { AnalyzedFile, Hit } from '../analyzer.js';
import { detectLanguage } from '../detect-language.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import type { SyntaxTree } from '../syntax/tree.js';
import { endLineOf, lineOf } from '../syntax/tree.js';
import { isTestPath } from '../test-path.js';
import type { ChangeRule, ParsedChange, ParsedFile } from './fault-rule.js';
import { functionsOf, type ProgramFunction } from './functions.js';
import { changedText } from './source-change.js';

const doc: RuleDoc = {
  id: 'tests/missing',
  role: 'tester',
  severity: 'important',
  lesser:
    'minor below 60 new lines of logic, and where nothing beside the source is tested; told from 30 lines, or from 10 of a whole new function',
  languages: [...scriptLanguages, 'python', 'go'],
  title: 'Logic was added and no test was touched',
  why: 'Nothing shows that the new logic does what it should. Silent in projects without tests, on small edits, moved code, types, configuration, examples and scripts.',
  remedy: 'Add a test of the new behaviour, with one case that fails without it.',
};

/** New lines of logic from which the absence of a test is told, and from which it is important. */
const [told, serious] = [30, 60];
/** A whole new function is told sooner: from this many lines of logic, with this many decisions among them. */
const whole = { lines: 10, decisions: 4 };

export const testsMissing: ChangeRule = {
  doc,
  judge: async (change) => {
    if (touchesTests(change)) return [];
    const grown = measured(change).filter(({ lines }) => lines > 0);
    const total = grown.reduce((sum, { lines }) => sum + lines, 0);
    const branches = grown.reduce((sum, { decisions }) => sum + decisions, 0);
    const [most] = [...grown].sort((a, b) => b.lines - a.lines);
    if (most === undefined || ((total < told || branches < 2) && !grown.some(({ wholeFunction }) => wholeFunction)))
      return [];
    const tests = await testPaths(change, most.file);
    if (tests.length === 0) return [];
    const severity =
      total >= serious && branches >= 4 && tests.some((path) => isNear(path, most.file.path)) ? 'important' : 'minor';
    return [hit(most, total, severity)];
  },
};

interface Growth {
  readonly file: AnalyzedFile;
  readonly lines: number;
  readonly decisions: number;
  /** One new function alone is worth a test. */
  readonly wholeFunction: boolean;
  readonly name: string;
  readonly line: number;
}

function hit(most: Growth, total: number, severity: Hit['severity']): Hit {
  return {
    rule: doc.id,
    severity,
    file: most.file.path,
    side: 'head',
    line: most.line,
    message: `${total} lines of logic came in (most of them in \`${most.name}\`) and no test was touched. Add a test of the new behaviour, with one case that fails without it.`,
  };
}

/** Any test or test material in the change, in whatever language. */
function touchesTests({ input }: ParsedChange): boolean {
  return (
    input.files.some((file) => file.isTest) ||
    input.packet.frozen.change.files.some((entry) =>
      /(^|\/|[._-])(tests?|specs?|__tests__|e2e|testdata|fixtures?|snapshots?|stories)([._/-]|$)/i.test(entry.path),
    )
  );
}

const untested =
  /(^|\/)(examples?|samples?|demos?|scripts?|tools?|bin|docs?|docs_src|bench(marks?)?|migrations?|playgrounds?|website|www|\.github|build|hack|types?|config|stories)\/|\.(d|config|stories|styles?)\.[cm]?[jt]sx?$|(^|\/)(setup|conftest|noxfile|conf|gulpfile|index|main|cli|types?|constants?|settings|config)\.\w+$/i;

function measured({ input, files }: ParsedChange): readonly Growth[] {
  const moved = new Set(
    input.files.flatMap((file) =>
      changedText(file, 'base')
        .split('\n')
        .map((line) => line.trim()),
    ),
  );
  return files
    .filter(({ file, head }) => head !== undefined && !file.isTest && !untested.test(file.path) && isCounted(file))
    .map((parsed) => growth(parsed, moved));
}

function isCounted(file: AnalyzedFile): boolean {
  return file.language === 'python' || file.language === 'go' || scriptLanguages.includes(file.language);
}

/** Added lines inside functions that are neither moved, nor blank, comment, markup or closing bracket. */
function growth({ file, base, head }: ParsedFile, moved: ReadonlySet<string>): Growth {
  const functions = head === undefined ? [] : functionsOf(head.tree).filter((each) => each.statements.length > 0);
  const inside = new Set(functions.flatMap((each) => range(Math.max(each.line + 1, lineOf(each.body)), each.endLine)));
  for (const line of textLines(head?.tree)) inside.delete(line);
  const added = (file.head?.lines ?? []).flatMap((line, at) =>
    isAddedLine(file.entry, at + 1) && inside.has(at + 1) ? [{ text: line.trim(), line: at + 1 }] : [],
  );
  const logic = added.filter(
    ({ text }) => !moved.has(text) && !/^(\/\/|\/?\*|#|<|["'][^"']*["'],?$|[)\]}>;,({[]*;?$|\w+[,:]$|["'`])/.test(text),
  );
  const decisions = logic.filter(({ text }) =>
    /\b(if|elif|for|while|switch|case|catch|except|match|select)\b|&&|\|\||\?\?|\s\?\s/.test(text),
  );
  const known = new Set((base === undefined ? [] : functionsOf(base.tree)).map(({ name }) => name));
  const within = (each: ProgramFunction, lines: readonly { readonly line: number }[]): number =>
    lines.filter(({ line }) => line >= each.line && line <= each.endLine).length;
  const first = logic[0]?.line ?? 0;
  const owner = functions.find((each) => first >= each.line && first <= each.endLine);
  return {
    file,
    lines: logic.length,
    decisions: decisions.length,
    wholeFunction: functions.some(
      (each) =>
        !known.has(each.name) && within(each, logic) >= whole.lines && within(each, decisions) >= whole.decisions,
    ),
    name: nameOf(owner?.name, file.path),
    line: first,
  };
}

/** Lines of strings that span several: docstrings, templates, embedded documents. */
function textLines(tree: SyntaxTree | undefined): readonly number[] {
  const kinds: Partial<Record<string, string>> = { python: 'string', go: 'raw_string_literal' };
  const texts = tree?.all(kinds[tree.language] ?? 'template_string') ?? [];
  return texts.flatMap((node) => {
    const [from, to] = [lineOf(node), endLineOf(node)];
    return from === to ? [] : range(from, to);
  });
}

function nameOf(name: string | undefined, path: string): string {
  return name === undefined || name === '' ? path : name;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

async function testPaths({ input }: ParsedChange, file: AnalyzedFile): Promise<readonly string[]> {
  const tree = await input.packet.frozen.listTree('head');
  const family = (path: string): string =>
    /\.([cm]?[jt]sx?)$/.test(path) ? 'script' : path.slice(path.lastIndexOf('.'));
  return tree
    .map((entry) => entry.path)
    .filter((path) => family(path) === family(file.path) && isTestPath(path, detectLanguage(path, '')));
}

/** A test of the same name, or in the same or a sibling folder. */
function isNear(test: string, source: string): boolean {
  const stem = (path: string): string =>
    path
      .slice(path.lastIndexOf('/') + 1)
      .replace(/\.\w+$/, '')
      .replace(/[._-]?(test|spec)s?$/i, '')
      .replace(/^test_/, '');
  const folder = (path: string): string =>
    path.slice(0, path.lastIndexOf('/') + 1).replace(/(__tests__|tests?)\/$/, '');
  return (
    stem(test) === stem(source) ||
    (source.includes('/') && folder(test) === folder(source)) ||
    (source.endsWith('.go') && folder(test) === folder(source))
  );
}
