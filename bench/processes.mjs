// Several processes at work on one store: each asks for reviews and decides them, one after the other, for a while. Prints how much
// work each did. Fails on an error, on an acknowledged review that is not in the store as it was decided, on a broken journal, and
// when the busiest process did more than LIMIT times the work of the slowest.
// Usage: node bench/processes.mjs [SECONDS] [PROCESSES]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ulid } from 'ulid';
import { openStore } from '../build/adapters/storage/open-store.js';
import { peerCommits } from './sample-review.mjs';

const LIMIT = 2;
const PERCENTILE = 0.99;

async function measure(seconds, processes) {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-processes-'));
  try {
    await (await openStore({ directory })).close();
    const workers = Array.from({ length: processes }, () => new Worker(directory, seconds * 1000));
    await Promise.all(workers.map((worker) => worker.ready));
    for (const worker of workers) worker.go();
    const results = await Promise.all(workers.map((worker) => worker.result()));
    await report(directory, seconds, results);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A process that works from the word `go` on, as all of them do at once. */
class Worker {
  #child;
  #lines = [];
  #errors = [];
  #ended;
  ready;

  constructor(directory, milliseconds) {
    this.#child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'work', directory, String(milliseconds)]);
    this.#ended = once(this.#child, 'close');
    createInterface({ input: this.#child.stderr }).on('line', (line) => this.#errors.push(line));
    this.ready = Promise.race([
      this.#ended.then(() => Promise.reject(new Error(`ended before it began: ${this.#errors.join('\n')}`))),
      new Promise((resolve) => {
        createInterface({ input: this.#child.stdout }).on('line', (line) => {
          if (line === 'ready') resolve();
          else this.#lines.push(line);
        });
      }),
    ]);
  }

  go() {
    this.#child.stdin.end('go\n');
  }

  /** What it acknowledged, even where it died of something later. */
  async result() {
    const [code] = await this.#ended;
    const errors = code === 0 ? this.#errors : [...this.#errors, `exit code ${code}`];
    return { done: this.#lines.map((line) => JSON.parse(line)), errors };
  }
}

async function work(directory, milliseconds) {
  const store = await openStore({ directory });
  console.log('ready');
  await once(process.stdin, 'data');
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const id = ulid();
    const commits = [];
    let expectedVersion = 0;
    for (const events of peerCommits(id)) {
      const start = performance.now();
      const append = { stream: `review/${id}`, expectedVersion, actor: 'bench', at: Date.now(), events };
      const { outcome } = await store.append(append);
      if (outcome === 'conflict') throw new Error(`conflict in review ${id}, which only this process writes`);
      commits.push(Math.round((performance.now() - start) * 100) / 100);
      expectedVersion += events.length;
    }
    process.stdout.write(`${JSON.stringify({ id, commits })}\n`);
  }
  await store.close();
}

async function report(directory, seconds, results) {
  const errors = results.flatMap((result) => result.errors);
  const acknowledged = results.flatMap(({ done }) => done.map(({ id }) => id));
  const store = await openStore({ directory });
  let lost = 0;
  for (const id of acknowledged) {
    const events = await store.readStream(`review/${id}`);
    if (events.at(-1)?.type !== 'review_decided') lost += 1;
  }
  const verified = await store.verify();
  await store.close();
  const shares = results.map(({ done }) => done.length).toSorted((a, b) => a - b);
  const waits = results.flatMap(({ done }) => done.flatMap(({ commits }) => commits)).toSorted((a, b) => a - b);
  const fairness = shares.at(-1) / shares[0];
  console.log(`${results.length} processes for ${seconds} s: ${acknowledged.length} reviews, ${waits.length} commits`);
  console.log(`errors ${errors.length}, lost reviews ${lost}, journal ${verified.intact ? 'intact' : 'broken'}`);
  console.log(`reviews by process ${shares.join(' ')}: busiest/slowest ${fairness.toFixed(2)} (limit ${LIMIT})`);
  const at = (part) => (waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0).toFixed(1);
  console.log(`a commit waits ${at(0.5)} ms in the median, ${at(PERCENTILE)} ms at p99, ${at(1)} ms at most`);
  for (const error of errors.slice(0, 10)) console.log(`  ${error}`);
  if (errors.length > 0 || lost > 0 || !verified.intact || !(fairness <= LIMIT)) process.exitCode = 1;
}

if (process.argv[2] === 'work') await work(process.argv[3], Number(process.argv[4]));
else await measure(Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 8));
