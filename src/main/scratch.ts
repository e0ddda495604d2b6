import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prefixOfThisProcess, sweepScratch } from './stale-scratch.js';

interface Scratch {
  readonly directory: string;
  remove(): Promise<void>;
}

let users = 0;
let made: Promise<Scratch> | undefined;
let removed: Promise<void> = Promise.resolve();

/**
 * Runs `use` with a temporary directory of this process's own. Everything that any part of it puts into the system's
 * temporary directory stands there and goes with it, however `use` ends. What killed processes left is swept first.
 */
export async function withScratch<T>(use: () => Promise<T>): Promise<T> {
  users += 1;
  const scratch = (made ??= removed.then(make));
  try {
    await scratch;
    return await use();
  } finally {
    users -= 1;
    if (users === 0) {
      made = undefined;
      // One that could not be made was reported above, and leaves nothing behind.
      removed = scratch.then(
        (each) => each.remove(),
        () => undefined,
      );
      await removed;
    }
  }
}

async function make(): Promise<Scratch> {
  const outer = process.env['TMPDIR'];
  const parent = tmpdir();
  const directory = await mkdtemp(join(parent, await prefixOfThisProcess()));
  const removeAtExit = (): void => rmSync(directory, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  process.env['TMPDIR'] = directory;
  await sweepScratch(parent);
  const remove = async (): Promise<void> => {
    if (outer === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outer;
    await rm(directory, { recursive: true, force: true });
    process.off('exit', removeAtExit);
  };
  return { directory, remove };
}
