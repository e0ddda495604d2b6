import type { AnalyzedFile, SourceText } from '../analyzer.js';
import { asObject } from '../dependencies/project-tree.js';

/** What a configuration of a checker lists: `on` are checks that run, `off` are checks that it was told to leave out. */
export interface CheckLists {
  readonly on: ReadonlySet<string>;
  readonly off: ReadonlySet<string>;
}

type Read = (source: SourceText) => Promise<CheckLists | undefined>;

const readers: readonly (readonly [RegExp, Read])[] = [
  [/(^|\/)(pyproject|\.?ruff)\.toml$/, ruffLists],
  [/(^|\/)(\.flake8|setup\.cfg|tox\.ini)$/, flake8Lists],
  [/(^|\/)\.golangci\.ya?ml$/, golangciLists],
  [/(^|\/)\.pre-commit-config\.ya?ml$/, hookLists],
];

/** The lists of both sides; undefined where the file is none that holds such lists, or one side cannot be read. */
export async function listsOf({ path, base, head }: AnalyzedFile): Promise<[CheckLists, CheckLists] | undefined> {
  const read = readers.find(([files]) => files.test(path))?.[1];
  if (read === undefined || base === undefined || head === undefined) return undefined;
  const [before, after] = await Promise.all([read(base), read(head)]);
  return before === undefined || after === undefined ? undefined : [before, after];
}

async function ruffLists({ text }: SourceText): Promise<CheckLists | undefined> {
  const { parse, TomlError } = await import('smol-toml');
  let whole: unknown;
  try {
    whole = parse(text);
  } catch (error) {
    // What does not parse is told by `syntax/error`.
    if (error instanceof TomlError) return undefined;
    throw error;
  }
  const top = asObject(asObject(asObject(whole)?.['tool'])?.['ruff']) ?? asObject(whole) ?? {};
  const tables = [top, asObject(top['lint']) ?? {}];
  const all = (...keys: readonly string[]): ReadonlySet<string> =>
    new Set(tables.flatMap((table) => keys.flatMap((key) => strings(table[key]))));
  return { on: all('select', 'extend-select'), off: all('ignore', 'extend-ignore') };
}

/** `ignore = E203, W503` of the section `[flake8]`, also over several lines. */
function flake8Lists({ lines }: SourceText): Promise<CheckLists | undefined> {
  const off = new Set<string>();
  let section = '';
  let key = '';
  for (const line of lines) {
    section = /^\[([^\]]+)\]/.exec(line)?.[1] ?? section;
    key = /^([\w-]+)\s*=/.exec(line)?.[1] ?? key;
    if (section !== 'flake8' || !/^(extend-)?ignore$/.test(key) || /^\s*[#;]/.test(line)) continue;
    for (const code of line.match(/\b[A-Z]{1,4}\d{1,4}\b/g) ?? []) off.add(code);
  }
  return Promise.resolve({ on: new Set(), off });
}

async function golangciLists(source: SourceText): Promise<CheckLists | undefined> {
  const whole = await yamlObject(source);
  if (whole === undefined) return undefined;
  const [linters, formatters] = [asObject(whole['linters']) ?? {}, asObject(whole['formatters']) ?? {}];
  return {
    on: new Set([...strings(linters['enable']), ...strings(formatters['enable'])]),
    off: new Set(strings(linters['disable'])),
  };
}

async function hookLists(source: SourceText): Promise<CheckLists | undefined> {
  const whole = await yamlObject(source);
  if (whole === undefined) return undefined;
  const hooks = list(whole['repos']).flatMap((repository) => list(asObject(repository)?.['hooks']));
  return { on: new Set(hooks.flatMap((hook) => strings(asObject(hook)?.['id']))), off: new Set() };
}

async function yamlObject({ text }: SourceText): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { logLevel: 'silent' });
  return document.errors.length > 0 ? undefined : asObject(document.toJS({ maxAliasCount: 100 }));
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function strings(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
}
