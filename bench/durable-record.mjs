// A durable record against a bare loop with as many commits of as many bytes, on the same driver, each acknowledged only when
// on disk. A commit in WAL mode at synchronous=FULL is one fsync of the log; a checkpoint adds two more, on both sides alike.
//
// The store and two bare loops take turns of a few records, so that a busy machine slows all alike: one loop has the page
// size and the length of log of the store, the other SQLite's own, and the faster of the two counts. What does not depend on
// the load of the machine stands beside it: bytes of log and processor time for each record.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { openStore } from '../build/adapters/storage/open-store.js';
import { statement } from '../build/adapters/storage/sqlite/connection.js';
import { SqliteDatabase } from '../build/adapters/storage/sqlite/database.js';
import { loadDriver } from '../build/adapters/storage/sqlite/driver.js';
import { median } from './median.mjs';

const LIMIT = 1.5;
const A_TURN = 5;
/** Records before the first that counts: until the engine has compiled both sides, which takes the store longer. */
const WARM_UP = 1000;

/** `commitsOf(id)` gives the events of one record, by commit. Prints the figures; the exit code says whether they are met. */
export async function compareWithBareLoop({ name, commitsOf, records }) {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const driver = await loadDriver();
  const store = await openStore({ directory: join(directory, 'store') });
  const connections = [];
  try {
    const storeFile = join(directory, 'store', 'countersign.db');
    const observer = driver.open(storeFile, 'write');
    connections.push(observer);
    const bare = async (label, pageBytes) => {
      const file = join(directory, `${label}.db`);
      const connection = await bareLoop(driver, file, pageBytes);
      connections.push(connection);
      const write = () => writeBare(connection, commitsOf);
      return { label, file, observer: connection, write, times: [], cpu: 0 };
    };
    const durable = {
      label: 'durable record',
      file: storeFile,
      observer,
      write: () => record(store, commitsOf),
      times: [],
      cpu: 0,
    };
    const pageBytes = observer.all(statement('pragma page_size'))[0].page_size;
    const loops = [await bare('bare, same settings', pageBytes), await bare('bare, own settings')];
    await takeTurns([durable, ...loops], records);
    const commits = commitsOf('x');
    const bytes = commits.reduce((sum, events) => sum + JSON.stringify(events).length, 0);
    console.log(
      `${name}: driver ${driver.name}, ${commits.length} commits and ${bytes} bytes a record, ${records} records`,
    );
    for (const side of [durable, ...loops]) await printSide(side);
    const ratios = loops.map((loop) => median(durable.times.map((time, turn) => time / loop.times[turn])));
    const ratio = Math.max(...ratios);
    console.log(`ratio ${ratio.toFixed(2)} (limit ${LIMIT}), the median of ${durable.times.length} turns`);
    if (ratio > LIMIT) process.exitCode = 1;
  } finally {
    for (const connection of connections) connection.close();
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Each side goes first as often as the others: what one leaves for the disk to do slows the next. */
async function takeTurns(sides, records) {
  for (const side of sides) for (let index = 0; index < WARM_UP; index += 1) await side.write();
  for (let round = 0; round < records / A_TURN; round += 1) {
    for (let index = 0; index < sides.length; index += 1) {
      const side = sides[(index + round) % sides.length];
      const cpu = process.cpuUsage();
      const start = performance.now();
      for (let count = 0; count < A_TURN; count += 1) await side.write();
      side.times.push((performance.now() - start) / A_TURN);
      const { user, system } = process.cpuUsage(cpu);
      side.cpu += (user + system) / 1000 / records;
    }
  }
}

async function printSide({ label, file, observer, write, times, cpu }) {
  observer.all(statement('pragma wal_checkpoint(truncate)'));
  const several = 20;
  for (let index = 0; index < several; index += 1) await write();
  const log = statSync(`${file}-wal`).size / several / 1024;
  const figures = [
    `${median(times).toFixed(2)} ms`,
    `${cpu.toFixed(2)} ms of processor`,
    `${log.toFixed(0)} KB of log`,
  ];
  console.log(`${label.padEnd(20)} ${figures.join(', ')}`);
}

async function record(store, commitsOf) {
  const id = ulid();
  const stream = `review/${id}`;
  let expectedVersion = 0;
  for (const events of commitsOf(id)) {
    const result = await store.append({ stream, expectedVersion, actor: 'bench', at: Date.now(), events });
    if (result.outcome === 'conflict') throw new Error(`conflict in ${stream}`);
    expectedVersion += events.length;
  }
}

/** Settings of the connection are those of the store where a page size is given, else what SQLite has by itself. */
async function bareLoop(driver, file, pageBytes) {
  const connection = driver.open(file, 'write');
  if (pageBytes !== undefined) {
    connection.run(statement(`pragma page_size = ${pageBytes}`));
    await new SqliteDatabase(connection, { path: file, lockBudgetMs: 1000, random: Math.random }).configure();
  }
  connection.run(statement('pragma journal_mode = wal'));
  connection.run(statement('pragma synchronous = full'));
  connection.run(statement('create table bare (id integer primary key, data text not null)'));
  return connection;
}

function writeBare(connection, commitsOf) {
  for (const events of commitsOf(ulid())) {
    connection.run(statement('begin immediate'));
    for (const event of events) {
      connection.run(statement('insert into bare (data) values (?)', JSON.stringify(event)));
    }
    connection.run(statement('commit'));
  }
}
