// Reviews the commits of scripts/reviewers/sample.tsv by the command of this build, one after another in this process, and prints the
// table of docs/embedded-reviewers.md, each finding counted as a person read it (scripts/reviewers/readings.tsv); what nobody read yet is
// listed. Usage: npm run eval:reviewers -- CLONES OUT [--table]   CLONES/NAME is a clone of owner/NAME; OUT keeps the reports;
// with --table nothing is reviewed anew.
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { localApplication } from '../build/main/local-application.js';
import { run } from '../build/surfaces/cli/run.js';
import { ordinaryCommits, readings, repositories } from './reviewers/sample.mjs';
import { summary, tableOf } from './reviewers/table.mjs';

const [clones, out, ...options] = process.argv.slice(2);
if (out === undefined) {
  process.stderr.write('usage: npm run eval:reviewers -- CLONES OUT [--table] [REPOSITORY...]\n');
  process.exit(2);
}
const onlyTable = options.includes('--table');
const named = options.filter((option) => !option.startsWith('--'));

const measured = [];
for (const row of repositories().filter(({ repository }) => named.length === 0 || named.includes(repository))) {
  measured.push(await measure(row));
}
process.stdout.write(`${tableOf(measured, readings())}\n${summary(measured, readings())}`);

async function measure(row) {
  const directory = join(clones, basename(row.repository));
  const home = mkdtempSync(join(tmpdir(), 'countersign-eval-'));
  const runs = [];
  for (const commit of ordinaryCommits(directory, row))
    runs.push(await review(directory, home, row.repository, commit));
  rmSync(home, { recursive: true });
  return { ...row, runs };
}

/** One review; all of a repository share one store, kept apart from the clone. What was reviewed before is not reviewed again. */
async function review(directory, home, repository, commit) {
  const file = join(out, repository, `${commit}.json`);
  if (onlyTable || existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const started = performance.now();
  const { status, stdout, stderr } = await command(directory, home, [
    'review',
    `${commit}~1..${commit}`,
    '--format',
    'json',
    '--quiet',
  ]);
  const milliseconds = Math.round(performance.now() - started);
  const report = status <= 4 && stdout !== '' ? JSON.parse(stdout) : undefined;
  if (report === undefined) process.stderr.write(`${repository} ${commit}: exit ${status}: ${stderr || stdout}\n`);
  const reviewed = { repository, commit, status, milliseconds, report };
  mkdirSync(join(out, repository), { recursive: true });
  writeFileSync(file, JSON.stringify(reviewed));
  return reviewed;
}

async function command(cwd, home, argv) {
  const written = { stdout: '', stderr: '' };
  const output = (name) => Object.assign(new EventEmitter(), { write: (chunk) => ((written[name] += chunk), true) });
  const env = { ...process.env, COUNTERSIGN_HOME: home };
  const [stdout, stderr] = [output('stdout'), output('stderr')];
  const { signal } = new AbortController();
  const status = await run(argv, { stdout, stderr, env, cwd, now: Date.now, signal }, (start) =>
    localApplication({ ...start, env, stderr, token: undefined, interactive: false }),
  );
  return { status, ...written };
}
