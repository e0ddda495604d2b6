import { posix } from 'node:path';
import { revertedIn } from '../../../domain/reverts/reverted.js';
import { pythonNames } from '../api/python-api.js';
import type { ParsedChange } from './fault-rule.js';
import { sourceFiles } from './source-change.js';

/**
 * What a name looks like that a Python package stopped offering: `api/removed` tells of it, so a test of it has to go. Names of other
 * packages, such as `ssl.SSLContext`, are not meant.
 */
export async function removedNames(change: ParsedChange): Promise<readonly RegExp[]> {
  const packages = sourceFiles(change).filter(({ path }) => posix.basename(path) === '__init__.py');
  const found = packages.map(async ({ path, base, head }): Promise<readonly RegExp[]> => {
    if (base === undefined || head === undefined) return [];
    const [offered, kept] = await Promise.all([pythonNames(base, true), pythonNames(head, true)]);
    if (offered === undefined || kept === undefined) return [];
    const own = posix.basename(posix.dirname(path));
    const gone = [...offered].filter((name) => /^\w+$/u.test(name) && !kept.has(name));
    return gone.map((name) => new RegExp(`(?<![\\w.])(?:${own.replace(/\W/gu, '\\$&')}\\.)?${name}\\b`, 'u'));
  });
  return (await Promise.all(found)).flat();
}

/** Each commit is read whole, so a flood of ids costs no flood of reading. */
const lookedAt = 5;

/**
 * The change takes back, line for line, a commit of the history below it that brought sources too: the tests that came with them go with
 * them. That a message says so proves nothing.
 */
export async function isProvenRevert(change: ParsedChange): Promise<boolean> {
  if (sourceFiles(change).length === 0) return false;
  const { frozen } = change.input.packet;
  const said = frozen.change.commits.flatMap(({ message }) => revertedIn(message));
  for (const id of said.slice(0, lookedAt)) {
    if (await frozen.takesBack(id)) return true;
  }
  return false;
}
