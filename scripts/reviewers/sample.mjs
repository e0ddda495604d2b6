// Which commits are measured: ordinary ones, newest first from a fixed commit, so that a later build is asked about the same.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|sh)$/;
const MOST_FILES = 60;

/** Rows of `sample.tsv`: a repository, the commit its sample begins at, how many commits it has and how many are passed over. */
export function repositories() {
  return rows('sample.tsv').map(([repository, head, skip, count]) => ({
    repository,
    head,
    skip: Number(skip),
    count: Number(count),
  }));
}

/** What a person read in each finding: `repository commit rule file:line` to `true`, `arguable` or `false`. */
export function readings() {
  return new Map(
    rows('readings.tsv').map(([repository, commit, rule, place, reading]) => [
      [repository, commit, rule, place].join(' '),
      reading,
    ]),
  );
}

/** Commits without merges that touch a program and fewer than 60 files. */
export function ordinaryCommits(directory, { head, skip, count }) {
  const log = git(directory, 'log', '--no-merges', '--format=%x01%H', '--name-only', '-n', '1000', head);
  const ordinary = [];
  for (const entry of log.split('\x01').slice(1)) {
    const [commit, ...files] = entry.split('\n').filter((line) => line !== '');
    if (files.length < MOST_FILES && files.some((file) => SOURCE.test(file))) ordinary.push(commit);
    if (ordinary.length === skip + count) break;
  }
  return ordinary.slice(skip);
}

function rows(name) {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

function git(directory, ...args) {
  return execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}
