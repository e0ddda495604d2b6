import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Files that git opens wherever it comes by them in a worktree; where one is a pipe, it waits for ever. */
const opened: ReadonlySet<string> = new Set(['.gitignore', '.gitattributes', '.gitmodules']);

/** Whether git would wait for ever if it came by this entry. */
export function isStallingPipe(entry: Dirent): boolean {
  return entry.isFIFO() && opened.has(entry.name);
}

/** Looking costs a walk over the worktree, so git gets this long first; then again after twice the time, and so on. */
const patience = 2_000;

/**
 * Runs `work` on a worktree, and looks meanwhile whether a pipe stands where git reads a file. `work` gets a signal that ends
 * it. Resolves to what it gives, or to the path of the pipe, relative to `top`.
 */
export async function unlessStalled<T>(
  top: string,
  work: (signal: AbortSignal) => Promise<T>,
  firstLook = patience,
): Promise<{ readonly done: T } | { readonly pipe: string }> {
  const stalled = new AbortController();
  const finished = new AbortController();
  const watching = watch(top, firstLook, finished.signal);
  const working = work(stalled.signal);
  try {
    const pipe = await Promise.race([watching, working.then(() => undefined)]);
    if (pipe === undefined) return { done: await working };
    stalled.abort();
    // However it ends: it was ended because of the pipe.
    await working.catch(() => undefined);
    return { pipe };
  } finally {
    finished.abort();
  }
}

/** Undefined once the work is finished. */
async function watch(top: string, pause: number, finished: AbortSignal): Promise<string | undefined> {
  // Rejects when the work is finished: there is nothing left to look for.
  const waited = await delay(pause, true, { signal: finished, ref: false }).catch(() => false);
  if (!waited) return undefined;
  return (await pipeBelow(top, '', finished)) ?? watch(top, pause * 2, finished);
}

/** A pipe among the files that git opens; links are not followed, and git's own directory is not looked into. */
async function pipeBelow(top: string, folder: string, finished: AbortSignal): Promise<string | undefined> {
  if (finished.aborted) return undefined;
  // A folder that cannot be read, or is gone, holds nothing that git could open.
  const entries = await readdir(join(top, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (isStallingPipe(entry)) return join(folder, entry.name);
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name === '.git') continue;
    const pipe = await pipeBelow(top, join(folder, entry.name), finished);
    if (pipe !== undefined) return pipe;
  }
  return undefined;
}
