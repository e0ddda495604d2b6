// A repository with one review on record, in a directory of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve(import.meta.dirname, '../dist/main/countersign.js');

export function sampleProject() {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args], { cwd: directory });
  git('init', '--quiet', '--initial-branch', 'main');
  for (const number of [1, 2]) {
    writeFileSync(join(directory, 'a.ts'), `export const value = ${number};\n`);
    git('add', '--all');
    git('commit', '--quiet', '--message', `feat: ${number}`);
  }
  spawnSync(process.execPath, [program, 'review', '--quiet'], { cwd: directory });
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
