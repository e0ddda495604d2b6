import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlessStalled } from './stalling-pipe.js';

let top: string;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'countersign-pipe-test-'));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function pipe(...path: readonly string[]): void {
  mkdirSync(join(top, ...path.slice(0, -1)), { recursive: true });
  execFileSync('mkfifo', [join(top, ...path)]);
}

/** Ends only when it is told to. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));

describe('work on a worktree', () => {
  it('that waits for a pipe is ended, and the pipe named', async () => {
    pipe('a', 'b', '.gitignore');
    expect(await unlessStalled(top, endless, 1)).toEqual({ pipe: join('a', 'b', '.gitignore') });
  });

  it('that is done in time gives what it gives, whatever stands there', async () => {
    pipe('.gitignore');
    expect(await unlessStalled(top, () => Promise.resolve(7))).toEqual({ done: 7 });
    await expect(unlessStalled(top, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  });

  it('that takes long is left alone while no such pipe is there: not one of another name, of git or behind a link', async () => {
    pipe('other');
    pipe('.git', '.gitignore');
    let looks = 0;
    // As slow as several looks.
    const slow = async (): Promise<string> => {
      for (; looks < 200; looks += 1) await new Promise((resolve) => setImmediate(resolve));
      return 'done';
    };
    expect(await unlessStalled(top, slow, 1)).toEqual({ done: 'done' });
  });

  it('is ended by a pipe that comes later', async () => {
    const found = unlessStalled(top, endless, 1);
    pipe('.gitattributes');
    expect(await found).toEqual({ pipe: '.gitattributes' });
  });
});
