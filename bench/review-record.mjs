// What a durable review record costs (SPEC 11): opened, one opinion, decided, each acknowledged only when on disk, against a
// bare loop with as many commits of as many bytes, on the same driver with the same settings.
// A commit in WAL mode at synchronous=FULL is one fsync of the log; every 1,000 pages of log add two more for a checkpoint,
// on both sides alike. Usage: node bench/review-record.mjs [REVIEWS]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../dist/adapters/storage/open-store.js';
import { statement } from '../dist/adapters/storage/sqlite/connection.js';
import { loadDriver } from '../dist/adapters/storage/sqlite/driver.js';
import { reviewCommits } from './sample-review.mjs';

const LIMIT = 1.5;
const ROUNDS = 5;
const reviews = Number(process.argv[2] ?? 60);
const directory = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const driver = await loadDriver();

try {
  const store = await openStore({ directory: join(directory, 'store') });
  const bare = bareLoop();
  await record(store, 'warm', 20);
  writeBare(bare, 20);
  const ratios = [];
  // In turns, so that a busy machine slows both sides alike; the median round counts.
  for (let round = 0; round < ROUNDS; round += 1) {
    const durable = await milliseconds(() => record(store, `r${round}`, reviews));
    const loop = await milliseconds(() => writeBare(bare, reviews));
    ratios.push({ durable, loop, ratio: durable / loop });
  }
  ratios.sort((a, b) => a.ratio - b.ratio);
  const { durable, loop, ratio } = ratios[Math.floor(ROUNDS / 2)];
  const commits = reviewCommits('x').length;
  const bytes = reviewCommits('x').reduce((sum, events) => sum + JSON.stringify(events).length, 0);
  console.log(`driver ${driver.name}, ${reviews} reviews a round, ${commits} commits and ${bytes} bytes each`);
  console.log(`durable record  ${(durable / reviews).toFixed(2)} ms a review`);
  console.log(`bare loop       ${(loop / reviews).toFixed(2)} ms a review`);
  console.log(`ratio           ${ratio.toFixed(2)} (limit ${LIMIT})`);
  await store.close();
  bare.close();
  process.exitCode = ratio <= LIMIT ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function record(store, prefix, count) {
  for (let index = 0; index < count; index += 1) {
    const stream = `review/${prefix}-${index}`;
    let expectedVersion = 0;
    for (const events of reviewCommits(`${prefix}-${index}`)) {
      const result = await store.append({ stream, expectedVersion, actor: 'bench', at: Date.now(), events });
      if (result.outcome === 'conflict') throw new Error(`conflict in ${stream}`);
      expectedVersion += events.length;
    }
  }
}

function bareLoop() {
  const connection = driver.open(join(directory, 'bare.db'), 'write');
  for (const sql of [
    'pragma busy_timeout = 20',
    'pragma journal_mode = wal',
    'pragma synchronous = full',
    'create table bare (id integer primary key, data text not null)',
  ]) {
    connection.run(statement(sql));
  }
  return connection;
}

function writeBare(connection, count) {
  for (let index = 0; index < count; index += 1) {
    for (const events of reviewCommits(`bare-${index}`)) {
      connection.run(statement('begin immediate'));
      for (const event of events) {
        connection.run(statement('insert into bare (data) values (?)', JSON.stringify(event)));
      }
      connection.run(statement('commit'));
    }
  }
}

async function milliseconds(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
