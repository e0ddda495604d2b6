import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MemoryFile } from '../application/memory.js';
import { refuse, type Refusal } from '../domain/model/refusal.js';

export const memoryFolder = '.countersign/memory';

/**
 * Makes the folder hold these files and no others. It is derived data: what was changed there is put right, what is too much goes. A link
 * in the place of a folder or a file is never followed: the repository could have brought it.
 */
export async function writeTree(
  top: string,
  files: ReadonlyMap<string, string>,
): Promise<readonly MemoryFile[] | Refusal> {
  for (const folder of ['.countersign', memoryFolder]) {
    const found = await lstat(join(top, folder)).catch(absent);
    if (found !== undefined && !found.isDirectory())
      return refuse('in_the_way', `${join(top, folder)} is not a directory`, 'move it away and say it again');
  }
  const folder = join(top, memoryFolder);
  const done: MemoryFile[] = [];
  for (const path of await existing(folder, '')) {
    if (files.has(path)) continue;
    await rm(join(folder, path));
    done.push({ path: `${memoryFolder}/${path}`, action: 'removed' });
  }
  for (const [path, text] of files)
    done.push({ path: `${memoryFolder}/${path}`, action: await put(join(folder, path), text) });
  await dropEmpty(folder);
  return done.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Paths of everything below that is no directory; links are entries like others. */
async function existing(folder: string, below: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(absent);
  const found: string[] = [];
  for (const entry of entries ?? []) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await existing(folder, path)));
    else found.push(path);
  }
  return found;
}

async function put(file: string, text: string): Promise<MemoryFile['action']> {
  const found = await lstat(file).catch(absent);
  if (found?.isFile() === true && (await readFile(file, 'utf8')) === text) return 'unchanged';
  if (found?.isDirectory() === true) await rm(file, { recursive: true });
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.tmp`;
  await writeFile(draft, text, { flag: 'wx' });
  // It takes the place of a link, and leaves what the link led to as it is.
  await rename(draft, file);
  return found === undefined ? 'created' : 'mended';
}

async function dropEmpty(folder: string): Promise<void> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? []) {
    if (!entry.isDirectory()) continue;
    const inner = join(folder, entry.name);
    await dropEmpty(inner);
    if ((await readdir(inner)).length === 0) await rmdir(inner);
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
