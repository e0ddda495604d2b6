// Reviews the commits of scripts/reviewers/sample.tsv on the command line of this build and prints the table of
// docs/embedded-reviewers.md, each finding counted as a person read it (scripts/reviewers/readings.tsv); what nobody read yet is
// listed. Usage: npm run eval:reviewers -- CLONES OUT [--table]   CLONES/NAME is a clone of owner/NAME; OUT keeps the reports;
// with --table nothing is reviewed anew.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ordinaryCommits, readings, repositories } from './reviewers/sample.mjs';
import { summary, tableOf } from './reviewers/table.mjs';

const COMMAND = fileURLToPath(new URL('../dist/main/countersign.js', import.meta.url));
const [clones, out, ...options] = process.argv.slice(2);
if (out === undefined) {
  process.stderr.write('usage: npm run eval:reviewers -- CLONES OUT [--table] [REPOSITORY...]\n');
  process.exit(2);
}
const onlyTable = options.includes('--table');
const named = options.filter((option) => !option.startsWith('--'));

const measured = repositories()
  .filter(({ repository }) => named.length === 0 || named.includes(repository))
  .map(measure);
process.stdout.write(`${tableOf(measured, readings())}\n${summary(measured, readings())}`);

function measure(row) {
  const directory = join(clones, basename(row.repository));
  const home = mkdtempSync(join(tmpdir(), 'countersign-eval-'));
  const runs = ordinaryCommits(directory, row).map((commit) => review(directory, home, row.repository, commit));
  rmSync(home, { recursive: true });
  return { ...row, runs };
}

/** One review as a user would start it; all of a repository share one store, kept apart from the clone. */
function review(directory, home, repository, commit) {
  const file = join(out, repository, `${commit}.json`);
  if (onlyTable) return JSON.parse(readFileSync(file, 'utf8'));
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [COMMAND, 'review', `${commit}~1..${commit}`, '--format', 'json', '--quiet'],
    { cwd: directory, env: { ...process.env, COUNTERSIGN_HOME: home }, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const milliseconds = Math.round(performance.now() - started);
  const report = status <= 4 && stdout !== '' ? JSON.parse(stdout) : undefined;
  if (report === undefined) process.stderr.write(`${repository} ${commit}: exit ${status}: ${stderr || stdout}\n`);
  const run = { repository, commit, status, milliseconds, report };
  if (!existsSync(join(out, repository))) mkdirSync(join(out, repository), { recursive: true });
  writeFileSync(file, JSON.stringify(run));
  return run;
}
