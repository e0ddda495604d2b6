// Reading a change against the bare git commands in the same run (SPEC 10): run `npm run build` first.
// usage: node bench/read-change.mjs
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRepository } from '../build/adapters/git/open-repository.js';
import { median } from './median.mjs';

const root = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };

/** A repository whose last commit changes `count` lines over files of 1,000 lines, every second line. */
function repository(count) {
  const directory = join(root, `lines-${count}`);
  mkdirSync(directory);
  const git = (...args) => execFileSync('git', args, { cwd: directory, env, stdio: 'pipe' });
  git('init', '-q');
  git('config', 'user.name', 'bench');
  git('config', 'user.email', 'bench@example.invalid');
  for (const word of ['before', 'after']) {
    for (let file = 0; file < count / 1000; file += 1) {
      const lines = Array.from(
        { length: 1000 },
        (_, line) => `${line % 2 ? 'same' : word} ${file} ${line} some text of a line`,
      );
      writeFileSync(join(directory, `file-${file}.ts`), `${lines.join('\n')}\n`);
    }
    git('add', '-A');
    git('commit', '-qm', word);
  }
  return directory;
}

/** What a script would run for the same facts, one after the other. */
function bareCommands(cwd) {
  const run = (args, input) => spawnSync('git', args, { cwd, env, input, maxBuffer: 1 << 30 }).stdout;
  const start = performance.now();
  run(['rev-parse', '--show-toplevel', '--git-common-dir']);
  run(['rev-parse', 'HEAD', 'HEAD~1']);
  run(['log', 'HEAD~1..HEAD']);
  run(['diff', '--raw', '-z', '--no-abbrev', '-M', 'HEAD~1', 'HEAD']);
  run(['diff', '--numstat', '-z', '-M', 'HEAD~1', 'HEAD']);
  const patch = run(['diff', '-M', '-U3', 'HEAD~1', 'HEAD']);
  run(['patch-id', '--stable'], patch);
  return performance.now() - start;
}

async function ours(directory) {
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const opened = await openRepository(directory, { env });
  const frozen = await opened.freeze({ kind: 'range', range: 'HEAD' });
  const ms = performance.now() - start;
  const rss = process.memoryUsage().rss - before;
  await frozen.close();
  const changed = frozen.change.files.reduce((sum, file) => sum + file.added + file.deleted, 0);
  return { ms, rss, changed };
}

try {
  for (const count of [10_000, 100_000]) {
    const directory = repository(count);
    const rounds = { bare: [], ours: [], rss: [] };
    let changed = 0;
    for (let round = 0; round < 7; round += 1) {
      rounds.bare.push(bareCommands(directory));
      const read = await ours(directory);
      rounds.ours.push(read.ms);
      rounds.rss.push(read.rss);
      changed = read.changed;
    }
    const [bare, own] = [median(rounds.bare), median(rounds.ours)];
    const growth = (Math.max(...rounds.rss) / 1024 / 1024).toFixed(1);
    console.log(
      `${changed} changed lines: git ${bare.toFixed(0)} ms, ours ${own.toFixed(0)} ms, ratio ${(own / bare).toFixed(2)} (bar 1.5); largest growth of memory in a read ${growth} MiB`,
    );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
