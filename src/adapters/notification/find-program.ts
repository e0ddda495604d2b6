import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { directoryAround } from '../user-config/inside.js';

/**
 * Absolute path of a program in PATH, undefined where there is none. Left out are relative entries, entries inside the given
 * directories and folders of package managers' scripts: `npm run` puts those of the project under review in front, and nothing
 * that a reviewed repository holds is ever executed (SPEC 2, rule 13).
 */
export async function findProgram(name: string, path: string, outside: readonly string[]): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder) || join(folder, '/').includes('/node_modules/')) continue;
    const file = join(folder, name);
    if ((await isExecutable(file)) && (await directoryAround(file, outside)) === undefined) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
