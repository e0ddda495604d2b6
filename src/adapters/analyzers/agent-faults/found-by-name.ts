import { posix } from 'node:path';
import { decode } from '../frame/decode.js';
import type { Language } from '../language.js';
import type { ParsedChange } from './fault-rule.js';

/** Whether a runner of tests finds a file by its name. */
type Finder = (path: string, language: Language) => Promise<boolean>;

/** Files that are read to learn which names a project's runner takes. */
const readAtMost = 100;
const settings = ['pytest.ini', 'pyproject.toml', 'setup.cfg', 'tox.ini'];

/** By the conventions of pytest, unittest and Go; of scripts by the marks of Jest and Vitest, and by what the base calls its other tests. */
export function finderOf(change: ParsedChange): Finder {
  return async (path, language) => {
    const name = posix.basename(path);
    switch (language) {
      case 'python':
        return /^test.*\.py$|_tests?\.py$/.test(name) || (await pythonNames(change)).some((glob) => glob.test(name));
      case 'go':
        return /^[^_.].*_test\.go$/.test(name) && !/(^|\/)(testdata|[_.][^/]*)\//.test(path);
      case 'typescript':
      case 'tsx':
      case 'javascript':
        return isMarked(path) || (await hasTestsLike(change, path));
      default:
        return true;
    }
  };
}

function isMarked(path: string): boolean {
  return /\.(test|spec)(-d)?\.[cm]?[jt]sx?$|(^|\/)__tests__\/|(^|\/)(test|spec)\.[cm]?[jt]sx?$/.test(path);
}

/** `python_files = check_*.py` of the settings of pytest. */
async function pythonNames(change: ParsedChange): Promise<readonly RegExp[]> {
  const texts = await Promise.all(settings.map(async (path) => readBase(change, path)));
  const said = texts.flatMap((text) => /\bpython_files\s*=([\s\S]{0,300})/.exec(text)?.[1] ?? []);
  const globs = said.flatMap((text) => text.match(/[\w*?-]+\.py\b/g) ?? []);
  return globs.map((glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.')}$`));
}

async function readBase({ input }: ParsedChange, path: string): Promise<string> {
  return textOf(await input.packet.frozen.readFile('base', path));
}

function textOf(bytes: Uint8Array | undefined): string {
  const source = bytes === undefined ? undefined : decode(bytes);
  return source !== undefined && 'text' in source ? source.text : '';
}

const aTest = /^\s*(?:it|test|describe|suite|context|Deno\.test)(?:\.\w+)*\(/m;

/** AVA, Mocha and node:test take every file of a folder, and settings may name any ending: the base has tests of such a name. */
async function hasTestsLike({ input }: ParsedChange, path: string): Promise<boolean> {
  const { frozen } = input.packet;
  const [folder, ending] = [posix.dirname(path), endingOf(path)];
  const alike = (await frozen.listTree('base')).filter(
    (entry) =>
      entry.path !== path &&
      /\.[cm]?[jt]sx?$/.test(entry.path) &&
      !isMarked(entry.path) &&
      ((ending !== '' && endingOf(entry.path) === ending) || posix.dirname(entry.path) === folder),
  );
  for (const { blob } of alike.slice(0, readAtMost)) {
    if (aTest.test(textOf(await frozen.readBlob(blob)))) return true;
  }
  return false;
}

/** `tst` of `add.tst.ts`, `test` of `add_test.ts`; empty of `add.ts`. */
function endingOf(path: string): string {
  return /[._-]([a-zA-Z\d]+)\.[cm]?[jt]sx?$/.exec(path)?.[1] ?? '';
}
