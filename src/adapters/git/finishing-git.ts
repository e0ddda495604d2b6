import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitCall, Outcome } from './git-process.js';

/**
 * Runs a git that writes in the user's worktree. It comes to its end whatever becomes of this process, a signal to its whole group
 * included: in a group of its own, with nothing to read from and a file to write its words to, since a pipe whose reader is gone
 * would end it half-way.
 */
export async function runToItsEnd({ args, cwd, env }: Omit<GitCall, 'signal'>): Promise<Omit<Outcome, 'stdout'>> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-git-'));
  const file = join(folder, 'words');
  const words = await open(file, 'w');
  try {
    const child = spawn('git', [...args], {
      cwd,
      env: { ...env },
      stdio: ['ignore', 'ignore', words.fd],
      detached: true,
      windowsHide: true,
    });
    const exitCode = await new Promise<number | null>((settle, fail) => {
      child.once('error', fail);
      child.once('close', settle);
    });
    return { exitCode, stderr: (await readFile(file, 'utf8')).trim() };
  } finally {
    await words.close();
    await rm(folder, { recursive: true, force: true });
  }
}
