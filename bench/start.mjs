// Start of `countersign list` against a bare `node -e 0` (SPEC 10: at most 2.5 x), in turn, medians.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from './median.mjs';

const program = resolve(import.meta.dirname, '../dist/main/countersign.js');
const project = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const rounds = Number(process.argv[2] ?? 21);

try {
  prepare();
  const bare = [];
  const list = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(time(['-e', '0']));
    list.push(time([program, 'list']));
  }
  const ratio = median(list.map((value, index) => value / bare[index]));
  console.log(`node -e 0         ${median(bare).toFixed(1)} ms`);
  console.log(`countersign list  ${median(list).toFixed(1)} ms`);
  console.log(`ratio             ${ratio.toFixed(2)} (bar 2.50)`);
} finally {
  rmSync(project, { recursive: true, force: true });
}

/** A repository with one review on record. */
function prepare() {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args], { cwd: project });
  git('init', '--quiet', '--initial-branch', 'main');
  writeFileSync(join(project, 'a.ts'), 'export const one = 1;\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'feat: one');
  spawnSync(process.execPath, [program, 'review', '--quiet'], { cwd: project });
}

function time(args) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: project, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - started;
}
