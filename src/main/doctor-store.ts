import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasStore } from '../adapters/storage/open-store.js';
import type { Check } from '../application/application.js';

/** Permission bits: anybody may write. */
const writableForAll = 0o002;

/**
 * Who else has a hand in the store: whoever can write there can replace the whole history (docs/threat-model.md), and a file with two names is two stores
 * that are one.
 */
export async function storeAccess(directory: string): Promise<Check> {
  const isThere = await hasStore(directory).catch(() => true);
  if (!isThere) return { name: 'store access', state: 'ok', detail: 'nothing to protect yet' };
  const names = await readdir(directory).catch(() => []);
  const found = await Promise.all(['', ...names].map((name) => look(join(directory, name))));
  const [first] = found.filter((each) => each !== undefined);
  return first ?? { name: 'store access', state: 'ok', detail: 'nobody else can write to it' };
}

async function look(path: string): Promise<Check | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || stats.isSymbolicLink()) return undefined;
  if ((stats.mode & writableForAll) !== 0)
    return warning(`anybody on this machine can write to ${path}`, `chmod o-w ${path}`);
  if (stats.isFile() && stats.nlink > 1)
    return warning(
      `${path} is one file under ${stats.nlink} names (hard links): whoever writes under another name writes here`,
      `Make it a file of its own while nothing runs: cp ${path} copy && mv copy ${path}`,
    );
  return undefined;
}

function warning(detail: string, remedy: string): Check {
  return { name: 'store access', state: 'warning', detail, remedy };
}
