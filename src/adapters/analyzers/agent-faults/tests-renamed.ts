import { posix } from 'node:path';
import { detectLanguage } from '../detect-language.js';
import type { ParsedChange, ParsedFile } from './fault-rule.js';
import { finderOf } from './found-by-name.js';
import type { TestCase } from './test-case.js';
import { changedTests, testsOf } from './test-suite.js';

/** A file of tests that no runner finds any more, because of what it is called now. */
export interface RenamedAway {
  readonly parsed: ParsedFile;
  /** Name it had, without its folder. */
  readonly was: string;
  /** Tests of the base that stand in no other file of tests. */
  readonly gone: readonly TestCase[];
  /** The change also sets which names a runner takes. */
  readonly configured: boolean;
}

export async function renamedAway(change: ParsedChange): Promise<readonly RenamedAway[]> {
  const finds = finderOf(change);
  const found: RenamedAway[] = [];
  for (const parsed of change.files) {
    const { path, language, entry, head } = parsed.file;
    const cases = testsOf(parsed.base?.tree).cases;
    if (entry.oldPath === undefined || entry.status === 'C' || head === undefined || cases.length === 0) continue;
    const before = detectLanguage(entry.oldPath, '');
    if (!(await finds(entry.oldPath, before)) || (await finds(path, language))) continue;
    const elsewhere = otherNames(change, parsed);
    const gone = cases.filter(({ name }) => !elsewhere.has(name));
    if (gone.length > 0)
      found.push({ parsed, was: posix.basename(entry.oldPath), gone, configured: isConfigured(change) });
  }
  return found;
}

function otherNames(change: ParsedChange, parsed: ParsedFile): ReadonlySet<string> {
  const others = changedTests(change).filter((tests) => tests.parsed !== parsed);
  return new Set(
    others.flatMap(({ base, head }) => {
      const had = new Set(base.cases.map(({ name }) => name));
      return head.cases.map(({ name }) => name).filter((name) => !had.has(name));
    }),
  );
}

const runnerSettings =
  /(^|\/)(package\.json|(vitest|vite|jest|ava|karma|playwright|cypress|wdio)\.(config|workspace|conf)\.[\w.]+|\.mocharc(\.\w+)?|pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini|deno\.jsonc?)$/;

function isConfigured({ input }: ParsedChange): boolean {
  return input.packet.frozen.change.files.some(({ path }) => runnerSettings.test(path));
}
